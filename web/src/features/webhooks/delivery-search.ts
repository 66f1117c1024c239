export const results = ['pending', 'delivering', 'succeeded', 'failed', 'given_up', 'cancelled'] as const;
type Result = (typeof results)[number];

/** What of the log is shown, and which delivery is open: all of it in the address. */
export interface DeliverySearch {
  readonly event?: string;
  readonly result?: Result;
  readonly delivery?: number;
}

export function deliverySearch({ event, result, delivery }: Record<string, unknown>): DeliverySearch {
  const found = results.find((one) => one === result);
  const id = Number(delivery);
  return {
    ...(typeof event === 'string' && event !== '' && { event }),
    ...(found !== undefined && { result: found }),
    ...(Number.isSafeInteger(id) && id > 0 && { delivery: id }),
  };
}
