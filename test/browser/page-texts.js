// Evaluated in a page of the app in the pseudo-locale: answers with what can be read there, and which labels have no room.
(() => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  /** Names, drawings, and texts that have their own language: names of languages, texts from the server. */
  const exempt =
    'code, pre, samp, kbd, script, style, noscript, svg[aria-hidden], [translate=no], body [lang]';
  const isExempt = (element) => element.closest(exempt);
  const nameOf = (element) => {
    const box = element.closest('button, a, label, th, td, li, h1, h2, h3, [role]:not(main)');
    return box === null
      ? 'main'
      : `${box.tagName.toLowerCase()} ${JSON.stringify(box.textContent.slice(0, 80))}`;
  };
  const isPseudo = (text) => /[⟦⟧åéîöû]/i.test(text);

  const texts = [{ text: document.title, where: 'title' }];
  const clipped = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const shown = parentElement.closest('select') ?? parentElement;
    if (!/\p{L}/u.test(data) || isExempt(parentElement) || !isShown(shown)) continue;
    texts.push({ text: data, where: nameOf(parentElement) });
    if (isPseudo(data) && shown === parentElement) lookOver(walker.currentNode);
  }
  const said = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
  ];
  for (const element of document.body.querySelectorAll(said.map((name) => `[${name}]`).join())) {
    if (isExempt(element) || !isShown(element)) continue;
    for (const name of said)
      if (element.hasAttribute(name))
        texts.push({ text: element.getAttribute(name), where: `${name} of ${nameOf(element)}` });
  }
  for (const field of document.body.querySelectorAll('select')) if (isShown(field)) measure(field);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) clipped.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  return { texts, clipped };

  /** Whether a box around the text hides a part of it, or the text reaches over its label. */
  function lookOver(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const say = (what, by) => clipped.push(`${what} by ${Math.round(by)} px: ${nameOf(node.parentElement)}`);
    let [watchX, watchY] = [true, true];
    for (let box = node.parentElement; box !== document.body; box = box.parentElement) {
      const edge = box.getBoundingClientRect();
      // For screen readers only.
      if (edge.width <= 1 || edge.height <= 1) return;
      const { overflowX, overflowY, display } = getComputedStyle(box);
      if (display === 'inline' || display === 'contents') continue;
      const [right, bottom] = [text.right - edge.right, text.bottom - edge.bottom];
      const isLabel = box.matches(
        'button, a, th, [role=tab], [role=menuitem], [class*=Badge-root], [class*=Button-root]',
      );
      if (watchX && (overflowX !== 'visible' || isLabel) && right > 1) {
        if (overflowX === 'hidden' || overflowX === 'clip') return say('cut off', right);
        if (overflowX === 'visible') return say('sticks out', right);
      }
      if (watchY && /hidden|clip/.test(overflowY) && bottom > 3) return say('cut off below', bottom);
      watchX &&= overflowX !== 'auto' && overflowX !== 'scroll';
      watchY &&= overflowY !== 'auto' && overflowY !== 'scroll';
    }
    if (watchX && text.right > document.documentElement.clientWidth + 1)
      say('outside the window', text.right - document.documentElement.clientWidth);
  }

  /** The chosen option has no box. In a field as wide as a column, a long choice is read in the open list. */
  function measure(field) {
    const text = field.selectedOptions[0]?.text ?? '';
    if (!isPseudo(text) || field.clientWidth > Math.min(280, innerWidth / 2)) return;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const context = document.createElement('canvas').getContext('2d');
    context.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const over = context.measureText(text).width - room;
    if (over > 1) clipped.push(`cut off by ${Math.round(over)} px: select ${JSON.stringify(text)}`);
  }
})();
