import type { Fault } from '#kernel/refusal.ts';

/** Pictures are fetched by whoever looks at a badge: over https, and with nobody's password in the address. */
export function imageFaults(address: string): Fault[] {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && !/\s/.test(address))
    return [];
  return [
    {
      path: 'image_url',
      code: 'format',
      message: 'must be an https address without a password, or null to have one drawn',
    },
  ];
}
