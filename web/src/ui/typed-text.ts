/** A field as far as this looks at it. */
interface Field {
  readonly value: string;
  readonly type: string;
  readonly isConnected: boolean;
}

const isField = (target: object): target is Field => 'value' in target && 'type' in target;
const isTick = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** Remembers what fields held before somebody typed, and says whether any of them holds something else now. */
export function typedText() {
  const before = new Map<Field, string>();
  const ticked = new Set<Field>();
  return {
    /** Called when a field gets the focus: nothing can be typed before. */
    note(target: object): void {
      if (isField(target) && !isTick(target) && !before.has(target)) before.set(target, target.value);
    },
    changed(target: object): void {
      if (isField(target) && (isTick(target) || !before.has(target))) ticked.add(target);
    },
    isChanged: (): boolean =>
      [...ticked].some(({ isConnected }) => isConnected) ||
      [...before].some(
        ([field, text]) => field.isConnected && field.type !== 'search' && field.value !== text,
      ),
  };
}
