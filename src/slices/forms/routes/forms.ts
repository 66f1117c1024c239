import { Type } from 'typebox';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeForm, createForm } from '../commands/manage-forms.ts';
import { managedForms } from '../managed.ts';
import { readForms, readVersion } from '../reads/forms.ts';
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
      handle: (call, { params }) => managedForms.read(platform, call, params.id),
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
    ...manage.moves(
      '/forms',
      'Form',
      {
        publish: 'Show a form to everybody and take answers',
        archive: 'Archive a form',
        restore: 'Bring a form back',
      },
      {
        response: Type.Object({ ...Success.properties, form: Form }, { title: 'FormResponse' }),
        refuses: { publish: ['conflict'] },
        handle: (call, id, move) => managedForms.move(platform, call, id, move),
      },
    ),
  ];
}
