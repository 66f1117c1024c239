import type { Repository } from './repository.ts';

/** Forms with nothing to lose, or that something around them asks about; each says which. */
const allowed: Readonly<Record<string, string>> = {
  'web/src/features/accounts/pages/forgot-password.tsx': 'one address, and to log in is the way out of it',
  'web/src/features/accounts/pages/log-in.tsx':
    'to create an account or to ask for a password is the way out of it',
  'web/src/features/journeys/person-journeys.tsx': 'one choice in a list',
  'web/src/features/shifts/templates/manage-template.tsx': 'is in a dialog',
  'web/src/features/webhooks/pages/webhook.tsx': 'one time, which is filled in',
  'web/src/shell/log-in-again.tsx': 'lies over the page until it is answered',
};

const asks = /\buseUnsaved\(|\bunsaved\.add\(|\buseResourceForm[(<]|<(?:Form)?Dialog\b/;

/** A form on a page asks before what was typed is lost. A dialog does so itself. */
export async function webFormProblems(repository: Repository): Promise<string[]> {
  const pages = repository.files.filter((file) => /^web\/src\/.*\.tsx$/.test(file) && !(file in allowed));
  const problems = pages.map(async (file) => {
    const text = await repository.read(file);
    return /<form\b/.test(text) && !asks.test(text)
      ? [`${file} has a form that asks nothing before it is lost: call useUnsaved`]
      : [];
  });
  return (await Promise.all(problems)).flat();
}
