const areas = ['shift', 'member', 'form', 'journey', 'badge', 'hours', 'webhook'] as const;
export type EventArea = (typeof areas)[number] | 'other';

/** `shift.checkin` is about shifts. An area that is newer than this app is still shown. */
export function areaOf(event: string): EventArea {
  return areas.find((area) => event.startsWith(`${area}.`)) ?? 'other';
}

export function rankOf(area: EventArea): number {
  return area === 'other' ? areas.length : areas.indexOf(area);
}
