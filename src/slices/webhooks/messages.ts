import { inLanguage } from '#kernel/language.ts';

const en = {
  deactivated: {
    subject: (endpoint: string) => `Webhook deactivated: ${endpoint}`,
    gone: 'The receiver of this webhook answered that it no longer exists (410). We have stopped sending to it.',
    failing: 'This webhook has not taken a single delivery for five days. We have stopped sending to it.',
    remedy:
      'Once the receiver works again, activate the endpoint and recover what it has missed; events are kept for 90 days.',
    withWhom: 'With',
    address: 'Address',
    open: 'See the endpoint',
    footer: (organization: string) => `You get this because you help at ${organization}.`,
  },
};

const de: typeof en = {
  deactivated: {
    subject: (endpoint) => `Webhook abgeschaltet: ${endpoint}`,
    gone: 'Der Empfänger dieses Webhooks hat geantwortet, dass es ihn nicht mehr gibt (410). Wir senden nichts mehr dorthin.',
    failing:
      'Dieser Webhook hat fünf Tage lang keine einzige Zustellung angenommen. Wir senden nichts mehr dorthin.',
    remedy:
      'Sobald der Empfänger wieder arbeitet, schalte den Webhook ein und hole nach, was er verpasst hat; Ereignisse bleiben 90 Tage erhalten.',
    withWhom: 'Bei',
    address: 'Adresse',
    open: 'Webhook ansehen',
    footer: (organization) => `Du bekommst diese Nachricht, weil du bei ${organization} hilfst.`,
  },
};

/** The texts of this slice for people. */
export const textsIn = (language: string) => inLanguage({ en, de }, language);
