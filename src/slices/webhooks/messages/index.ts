import { loadTexts } from '#platform/language/index.ts';
import en from './en.ts';

export const webhookTexts = await loadTexts('webhooks', en, import.meta.url);

export type DeliveryError = keyof typeof en.delivery;

export const isDeliveryError = (code: string): code is DeliveryError => Object.hasOwn(en.delivery, code);
