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
    anyone.list('/forms', 'listForms', 'List forms', {
      description:
        'Published forms; coordinators can also ask for drafts and archived forms of their organization.',
      query: FormQuery,
      response: FormPage,
      handle: (call, { query }) => readForms(db, call, query),
    }),
    anyone.read('/forms/{id}', 'readForm', 'Get a form', {
      description: 'Its newest version, with the JSON Schema of its fields.',
      response: Form,
      handle: (call, { params }) => managedForms.read(platform, call, params.id),
    }),
    anyone.read('/forms/{id}/versions/{version}', 'readFormVersion', 'Get one version of a form', {
      description: 'As it was when people responded to it.',
      params: VersionPath,
      response: FormVersion,
      handle: (call, { params }) => readVersion(db, call, params.id, params.version),
    }),
    manage.create('/forms', 'createForm', 'Create a form', {
      description: 'The form is a draft unless you send another `status`. Its fields are a JSON Schema.',
      body: FormCreate,
      response: Form,
      handle: (call, { body }) => createForm(platform, call, body),
    }),
    manage.change('/forms/{id}', 'changeForm', 'Change a form', {
      description: 'A new `schema` or `ui` creates a new version. Earlier responses keep theirs.',
      body: FormChange,
      response: Form,
      handle: (call, { params, body }) => changeForm(platform, call, params.id, body),
    }),
    ...manage.moves(
      '/forms',
      'Form',
      {
        publish: ['Publish a form', 'Everyone can see it and respond.'],
        archive: [
          'Archive a form',
          'It accepts no more responses. Existing ones are kept. Refused while a mission or a step of a journey requires it.',
        ],
        restore: ['Restore a form', 'It gets the status back that it had before it was archived.'],
      },
      {
        response: Type.Object({ ...Success.properties, form: Form }, { title: 'FormResponse' }),
        refuses: { publish: ['conflict'], archive: ['conflict'] },
        handle: (call, id, move) => managedForms.move(platform, call, id, move),
      },
    ),
  ];
}
