import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  code: {
    show: 'Mein Check-in-Code',
    title: 'Zeig das beim Check-in',
    offline: 'Du bist offline. Dieser Code gilt bis morgen, also zeig ihn nur beim Check-in.',
    text: 'Der Code ändert sich jede Minute, ein Foto davon nützt also niemandem.',
    image: 'Dein Check-in-Code als QR-Code',
    typed: 'Oder lies diese Ziffern vor:',
  },
  door: {
    title: 'Check-in',
    checkIn: 'Einchecken',
    checkOut: 'Auschecken',
    opens: 'Einchecken kannst du ab {time}.',
    open: 'Checke ein, sobald du da bist.',
    in: 'Eingecheckt um {time}',
    out: 'Ausgecheckt um {time}',
    thanks: '{hours} mitgeholfen. Danke!',
    late: 'verspätet',
    poster: 'Du hast das Plakat gescannt. Jetzt einchecken.',
    scan: 'Plakat scannen',
    scanTitle: 'Plakat vor Ort scannen',
    scanText: 'Richte die Kamera auf den QR-Code.',
    noCamera: 'Die Kamera ist nicht verfügbar. Gib stattdessen den Code vom Plakat ein.',
    otherShift: 'Dieser Code gehört zu einer anderen Schicht.',
    noCode: 'Das ist kein Check-in-Code.',
    typed: 'Code auf dem Plakat',
    useCode: 'Mit Code einchecken',
    notMine: 'Du bist für diese Schicht nicht eingetragen. Trag dich ein oder frag am Check-in nach.',
  },
} as const satisfies Translation<typeof en>;
