import type { CueCatalog } from './catalog.js';

export const tr: CueCatalog = {
  language: 'tr',
  cues: {
    escalation: {
      title: 'Arayan kişi öfkeleniyor',
      body: 'Sözünü bitirmesini bekleyin, anladığınızı söyleyin, sonra atılacak adımı belirtin.',
      tips: [
        'Biraz daha yavaş ve alçak sesle konuşun',
        'Sorunu onun sözleriyle adlandırın',
        'Somut bir adım önerin',
      ],
    },
    calming: {
      title: 'Arayan kişi sakinleşiyor',
      body: 'Bu tempoyu koruyun. Vardığınız sonucu özetleyin.',
      tips: ['Bu tonda kalın', 'Sonraki adımı ve zamanını doğrulayın'],
    },
    agent_overheated: {
      title: 'Bir nefes alın',
      body: 'Görüşme sizin tarafınızda da gergin geliyor. Kısa bir ara iyi gelir.',
      tips: ['Yanıt vermeden önce nefes verin', 'Sesinizi biraz alçaltın', 'İsterseniz yardım isteyin'],
    },
    caller_low: {
      title: 'Arayan kişinin morali bozuk',
      body: 'Konuya devam etmeden önce bunu duyduğunuzu gösterin.',
      tips: [
        'Bunun ne kadar zor olduğunu gördüğünüzü söyleyin',
        'Şu anda en çok neyin yardımcı olacağını sorun',
      ],
    },
  },
  evidence: {
    arousalAbove: 'Her zamankinden gergin ({deviations})',
    valenceBelow: 'Her zamankinden hoşnutsuz ({deviations})',
    escalation: 'Öfkeli geliyor (yüzde {value})',
    cooled: 'Öncekinden daha az öfkeli (yüzde {value})',
  },
  deviations: { other: '{value} standart sapma' },
  prompts: {
    normal: 'Her zamanki gibi nazik ve açık yanıt ver.',
    caller_escalating:
      'Arayan kişi giderek daha öfkeli geliyor. Bunu bir cümleyle kabul et, kısa cümleler kur, tartışma, şaka yapma ve somut bir sonraki adım öner.',
    mirror_calm:
      'Arayan kişi sakinleşiyor. Sakin ve sıcak bir tonu koru, vardığınız sonucu özetle ve sonraki adımı doğrula.',
    agent_overheated: 'Son yanıtlar gergin geldi. Yavaşla, daha kısa cümleler kur ve nötr bir ton kullan.',
  },
};
