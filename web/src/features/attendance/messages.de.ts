import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  code: {
    show: 'Mein Code zum Einchecken',
    title: 'Zeig das am Einlass',
    offline: 'Du bist offline. Dieser Code gilt bis morgen, zeig ihn nur beim Einchecken.',
    text: 'Der Code wechselt jede Minute, darum nützt ein Foto davon niemandem.',
    image: 'Dein Code zum Einchecken als Bild, das der Einlass scannt',
    typed: 'Oder lies diese Ziffern vor:',
  },
  door: {
    title: 'Vor Ort',
    checkIn: 'Einchecken',
    checkOut: 'Auschecken',
    opens: 'Einchecken geht ab {time}.',
    open: 'Checke ein, wenn du angekommen bist.',
    in: 'Eingecheckt um {time}',
    out: 'Ausgecheckt um {time}',
    thanks: '{hours} Stunden Hilfe. Danke!',
    late: 'ein wenig spät',
    poster: 'Du hast das Plakat gescannt. Einmal tippen, und du bist da.',
    scan: 'Plakat scannen',
    scanTitle: 'Das Plakat vor Ort scannen',
    scanText: 'Halte die Kamera auf den quadratischen Code.',
    noCamera: 'Die Kamera lässt sich nicht benutzen. Gib den Code ein, der auf dem Plakat steht.',
    otherShift: 'Dieser Code gehört zu einer anderen Schicht.',
    noCode: 'Das ist kein Code einer Schicht.',
    typed: 'Code auf dem Plakat',
    useCode: 'Mit diesem Code einchecken',
    notMine: 'Du bist für diese Schicht nicht angemeldet. Melde dich an oder frage am Einlass.',
  },
} as const satisfies Translation<typeof en>;
