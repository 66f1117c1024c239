export { default as board } from './board.ts';
export { default as common } from './common.ts';
export { default as errors } from './errors.ts';
