import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeForm, moveForm } from '../commands/change-form.ts';
import { createForm } from '../commands/create-form.ts';
import { readForm, readForms, readVersion } from '../reads/forms.ts';
import { Form, FormChange, FormCreate, FormPage, FormQuery, FormVersion, VersionPath } from '../schema.ts';

const anyone = routesFor({ tag: 'Forms', access: 'anyone' });
const manage = routesFor({ tag: 'Forms', access: 'authenticated', permission: 'forms.manage' });

export function formRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    anyone.list('/forms', 'listForms', 'Forms', {
      query: FormQuery,
      response: FormPage,
      handle: (call, { query }) => readForms(db, call, query),
    }),
    anyone.read('/forms/{id}', 'readForm', 'A form', {
      response: Form,
      handle: (call, { params }) => readForm(db, call, params.id),
    }),
    anyone.read('/forms/{id}/versions/{version}', 'readFormVersion', 'A form as it was in one version', {
      params: VersionPath,
      response: FormVersion,
      handle: (call, { params }) => readVersion(db, call, params.id, params.version),
    }),
    manage.create('/forms', 'createForm', 'Create a form', {
      body: FormCreate,
      response: Form,
      handle: (call, { body }) => createForm(platform, call, body),
    }),
    manage.change('/forms/{id}', 'changeForm', 'Change a form', {
      description: 'Another `schema` or `ui` makes a new version; what was submitted keeps its own.',
      body: FormChange,
      response: Form,
      handle: (call, { params, body }) => changeForm(platform, call, params.id, body),
    }),
    ...moveRoutes(platform),
  ];
}

function moveRoutes(platform: Platform): Route[] {
  const summaries = {
    publish: 'Show a form to everybody and take answers',
    archive: 'Archive a form',
    restore: 'Bring a form back',
  } as const;
  return (['publish', 'archive', 'restore'] as const).map((move) =>
    manage.act(`/forms/{id}/${move}`, `${move}Form`, summaries[move], {
      response: Type.Object({ ...Success.properties, form: Form }, { title: 'FormResponse' }),
      refuses: [...(move === 'publish' ? (['conflict'] as const) : [])],
      handle: (call, { params }) => moveForm(platform, call, params.id, move),
    }),
  );
}
