export { default as common } from './common.en.ts';
export { default as errors } from './errors.en.ts';
