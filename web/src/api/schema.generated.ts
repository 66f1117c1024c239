// Written by `npm run generate` from docs/openapi.json.

export interface components {
  schemas: {

  };
}

export interface paths {

}

