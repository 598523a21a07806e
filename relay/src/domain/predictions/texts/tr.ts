import type { PredictionTexts } from './catalog.js';

export const tr: PredictionTexts = {
  language: 'tr',
  actions: {
    involve_supervisor: 'İstenmeden önce bir yöneticiyi görüşmeye almayı önerin.',
    acknowledge: 'Devam etmeden önce kişinin ne hissettiğini duyduğunuzu söyleyin.',
    let_finish: 'Arayan kişinin sözünü bitirmesini bekleyin; yanıt vermeden önce biraz durun.',
    next_step: 'Somut bir sonraki adımı ve zamanını söyleyin.',
    ask_what_matters: 'Konuyu neyin çözeceğini sorun ve tekrarlayın.',
    make_an_offer: 'Arayan kişiyi kaybetmemek için ne yapabileceğinizi söyleyin.',
    explain_the_wait: 'Neden biraz sürdüğünü ve ne kadar süreceğini söyleyin.',
    confirm_and_close: 'Vardığınız sonucu özetleyin ve açık kalan bir şey olup olmadığını sorun.',
    keep_going: 'Böyle devam edin.',
  },
  factors: {
    level: {
      above: 'Arayan kişi genel olarak memnun geliyor',
      below: 'Arayan kişi genel olarak memnuniyetsiz geliyor',
    },
    recent: { above: 'Son zamanlarda ruh hâli iyiydi', below: 'Son zamanlarda ruh hâli kötüydü' },
    slope: { above: 'Ruh hâli görüşme boyunca yükseliyor', below: 'Ruh hâli görüşme boyunca düşüyor' },
    volatility: { above: 'Ruh hâli sözden söze değişiyor', below: 'Ruh hâli dengeli' },
    recovery: { above: 'Ruh hâli en düşük noktasından toparlandı', below: 'Ruh hâli en düşük noktasında' },
    heat: {
      above: 'Arayan kişi şu anda gergin geliyor',
      below: 'Arayan kişi şu anda çoğu kişiden sakin geliyor',
    },
    peak_heat: { above: 'Bir noktada ortam gerildi', below: 'Ortam hiç gerilmedi' },
    hot_time: {
      above: 'Görüşmenin bir bölümü öfke ya da korkuyla geçti',
      below: 'Görüşmenin hiçbir bölümü öfke ya da korkuyla geçmedi',
    },
    arousal_above_own: {
      above: 'Son zamanlarda bu sesin olağanından daha heyecanlı',
      below: 'Son zamanlarda bu sesin olağanından daha sakin',
    },
    valence_below_own: {
      above: 'Son zamanlarda bu sesin olağanından daha karamsar',
      below: 'Son zamanlarda bu sesin olağanından daha neşeli',
    },
    interruptions: { above: 'Konuşanlar birbirinin sözünü kesiyor', below: 'Kimse söz kesmiyor' },
    silence: { above: 'Kimsenin konuşmadığı aralar', below: 'Sessizlik yok' },
    talk_share: { above: 'Daha çok arayan kişi konuşuyor', below: 'Daha çok temsilci konuşuyor' },
    agent_warmth: { above: 'Temsilci sıcak geliyor', below: 'Temsilci soğuk geliyor' },
    length: { above: 'Arayan kişi birkaç kez konuştu', below: 'Görüşme yeni başladı' },
    low_time: {
      above: 'Görüşmenin bir bölümü kısık ve bitkin bir sesle geçti',
      below: 'Görüşmenin hiçbir bölümü kısık ve bitkin bir sesle geçmedi',
    },
    talk_above_own: {
      above: 'Arayan kişi öncekinden daha çok konuşuyor',
      below: 'Arayan kişi öncekinden daha az konuşuyor',
    },
  },
};
