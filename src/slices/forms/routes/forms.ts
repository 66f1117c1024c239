import { Type } from 'typebox';
import { type Route, route } from '#platform/http/route.ts';
import { PathId, Success } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeForm, moveForm } from '../commands/change-form.ts';
import { createForm } from '../commands/create-form.ts';
import { readForm, readForms, readVersion } from '../reads/forms.ts';
import { Form, FormChange, FormCreate, FormPage, FormQuery, FormVersion, VersionPath } from '../schema.ts';

const read = { tag: 'Forms', access: 'anyone' } as const;
const manage = { tag: 'Forms', access: 'authenticated', permission: 'forms.manage' } as const;

export function formRoutes(platform: Platform): Route[] {
  const { db } = platform.database;
  return [
    route({
      ...read,
      method: 'GET',
      path: '/forms',
      operationId: 'listForms',
      summary: 'Forms',
      query: FormQuery,
      response: FormPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readForms(db, call, query),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/forms/{id}',
      operationId: 'readForm',
      summary: 'A form',
      params: PathId,
      response: Form,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readForm(db, call, params.id),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/forms/{id}/versions/{version}',
      operationId: 'readFormVersion',
      summary: 'A form as it was in one version',
      params: VersionPath,
      response: FormVersion,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readVersion(db, call, params.id, params.version),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/forms',
      operationId: 'createForm',
      summary: 'Create a form',
      body: FormCreate,
      response: Form,
      refuses: ['forbidden', 'organization_required'],
      handle: (call, { body }) => createForm(platform, call, body),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/forms/{id}',
      operationId: 'changeForm',
      summary: 'Change a form',
      description: 'Another `schema` or `ui` makes a new version; what was submitted keeps its own.',
      params: PathId,
      body: FormChange,
      response: Form,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
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
    route({
      ...manage,
      method: 'POST',
      path: `/forms/{id}/${move}`,
      operationId: `${move}Form`,
      summary: summaries[move],
      params: PathId,
      response: Type.Object({ ...Success.properties, form: Form }, { title: 'FormResponse' }),
      refuses: ['forbidden', 'not_found', ...(move === 'publish' ? (['conflict'] as const) : [])],
      handle: (call, { params }) => moveForm(platform, call, params.id, move),
    }),
  );
}
