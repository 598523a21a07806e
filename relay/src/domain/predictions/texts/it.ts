import type { PredictionTexts } from './catalog.js';

export const it: PredictionTexts = {
  language: 'it',
  actions: {
    involve_supervisor: 'Offra di far intervenire un responsabile prima che venga chiesto.',
    acknowledge: 'Dica che sente come sta il cliente prima di proseguire.',
    let_finish: 'Lasci finire il cliente; aspetti un attimo prima di rispondere.',
    next_step: 'Indichi un prossimo passo concreto e quando avverrà.',
    ask_what_matters: 'Chieda che cosa risolverebbe la questione e lo ripeta.',
    make_an_offer: 'Dica che cosa può fare per trattenere il cliente.',
    explain_the_wait: 'Dica perché ci vuole un momento e per quanto.',
    confirm_and_close: 'Riassuma quanto concordato e chieda se resta qualcosa in sospeso.',
    keep_going: 'Continui così.',
  },
  factors: {
    level: {
      above: 'Il cliente sembra contento nel complesso',
      below: 'Il cliente sembra scontento nel complesso',
    },
    recent: { above: 'L’umore era buono di recente', below: 'L’umore era cattivo di recente' },
    slope: {
      above: 'L’umore sale nel corso della chiamata',
      below: 'L’umore scende nel corso della chiamata',
    },
    volatility: { above: 'L’umore salta da una frase all’altra', below: 'L’umore è costante' },
    recovery: { above: 'L’umore è risalito dal punto più basso', below: 'L’umore è al punto più basso' },
    heat: { above: 'Il cliente sembra acceso adesso', below: 'Il cliente sembra più calmo di molti adesso' },
    peak_heat: { above: 'A un certo punto i toni si sono accesi', below: 'I toni non si sono mai accesi' },
    hot_time: {
      above: 'Parte della chiamata è trascorsa nella rabbia o nella paura',
      below: 'Nessuna parte della chiamata è trascorsa nella rabbia o nella paura',
    },
    arousal_above_own: {
      above: 'Più agitata di recente di quanto questa voce sia di solito',
      below: 'Più calma di recente di quanto questa voce sia di solito',
    },
    valence_below_own: {
      above: 'Più cupa di recente di quanto questa voce sia di solito',
      below: 'Più chiara di recente di quanto questa voce sia di solito',
    },
    interruptions: { above: 'Ci si interrompe a vicenda', below: 'Nessuno interrompe' },
    silence: { above: 'Pause in cui nessuno parla', below: 'Nessun silenzio' },
    talk_share: { above: 'Parla soprattutto il cliente', below: 'Parla soprattutto l’operatore' },
    agent_warmth: { above: 'L’operatore suona cordiale', below: 'L’operatore suona freddo' },
    length: { above: 'Il cliente ha già parlato più volte', below: 'La conversazione è appena iniziata' },
    low_time: {
      above: 'Parte della chiamata è trascorsa con voce bassa e spenta',
      below: 'Nessuna parte della chiamata è trascorsa con voce bassa e spenta',
    },
    talk_above_own: { above: 'Il cliente parla più di prima', below: 'Il cliente parla meno di prima' },
  },
};
