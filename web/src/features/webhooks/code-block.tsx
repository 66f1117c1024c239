import classes from '../../ui/parts.module.css';

/** Text as machines write it. What scrolls is reachable by keyboard. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes['code']} tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
