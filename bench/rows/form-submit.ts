import { benchAnswers, formOne } from '../forms.ts';
import type { Row } from '../row.ts';

const path = '/api/v1/forms/1/submissions';

export const row: Row = {
  name: 'form-submit',
  measures: `POST ${path}: ten answers checked and kept, against the statements of the same transaction`,
  figure: 'perSecond',
  aim: { against: 'sql', atLeast: 0.5 },
  limitedBy: 'CPU in the service, twice as much as in PostgreSQL, and the disk at each commit',
  async setup(stage) {
    const { muster, databaseUrl } = stage;
    const headers = await formOne(stage);
    const body = { answers: benchAnswers };
    return [
      {
        name: 'muster',
        pid: muster.pid,
        round: { kind: 'http', method: 'POST', url: muster.url + path, headers, body, connections: 16 },
      },
      { name: 'sql', round: { kind: 'sql', databaseUrl, operation: 'submit-form', connections: 16 } },
    ];
  },
};
