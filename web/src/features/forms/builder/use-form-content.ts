import { useState } from 'react';
import type { Schemas } from '../../../api/client.ts';
import type { Json } from '../form-match.ts';
import type { FormDraft, Question } from './question.ts';
import { readForm } from './read-schema.ts';
import { writeForm } from './write-schema.ts';

interface Content {
  readonly schema: Json;
  readonly ui: Json;
  /** As questions, where that is possible. */
  readonly draft: FormDraft | undefined;
}

const contentOf = (schema: Json, ui: Json): Content => ({ schema, ui, draft: readForm(schema, ui) });

/** What a form asks, as questions and as JSON: whichever is edited, both are the same form. */
export function useFormContent(form: Pick<Schemas['Form'], 'schema' | 'ui'>) {
  const [content, setContent] = useState(() => contentOf(form.schema, form.ui));
  const [saved, setSaved] = useState(() => JSON.stringify([form.schema, form.ui]));
  const [wantsJson, setWantsJson] = useState(false);
  const [broken, setBrokenParts] = useState<readonly string[]>([]);
  const isBroken = broken.length > 0;
  const { draft, schema, ui } = content;
  return {
    schema,
    ui,
    draft,
    isBroken,
    /** While a text is no JSON, the form stays as it was. */
    setBroken: (part: string, is: boolean) =>
      setBrokenParts((parts) => [...parts.filter((one) => one !== part), ...(is ? [part] : [])]),
    isJson: wantsJson || draft === undefined,
    isDirty: isBroken || JSON.stringify([schema, ui]) !== saved,
    setQuestions(questions: readonly Question[]): void {
      if (draft === undefined) return;
      const next = { ...draft, questions };
      setContent({ ...writeForm(next), draft: next });
    },
    setJson: (next: { schema: Json; ui: Json }) => setContent(contentOf(next.schema, next.ui)),
    showJson: setWantsJson,
    /** What is saved is the new beginning: names of questions stay from now on. What was changed meanwhile stays too. */
    startAgain(next: Pick<Schemas['Form'], 'schema' | 'ui'>, sent: Json): void {
      setContent((now) => (now.schema === sent ? contentOf(next.schema, next.ui) : now));
      setSaved(JSON.stringify([next.schema, next.ui]));
    },
  };
}
