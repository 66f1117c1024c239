import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Pine green on warm paper, with clay for what needs an eye: calm for the many, clear for the urgent. */
const pine: MantineColorsTuple = [
  '#eef6f3',
  '#d9eae4',
  '#b3d4c9',
  '#8abdac',
  '#6cb09a',
  '#4f9c84',
  '#3a8a72',
  '#2a735e',
  '#1f5c4d',
  '#12463a',
];
const clay: MantineColorsTuple = [
  '#fdf1e7',
  '#f9ddc5',
  '#f2bd8f',
  '#eb9c58',
  '#e5832f',
  '#c96a1b',
  '#a1500f',
  '#85410b',
  '#6b340b',
  '#4c2407',
];
const gray: MantineColorsTuple = [
  '#faf7f2',
  '#f2ede4',
  '#e6dfd2',
  '#d6ccbb',
  '#bdb19c',
  '#857a67',
  '#655c4d',
  '#4d463b',
  '#39342c',
  '#24211c',
];
const dark: MantineColorsTuple = [
  '#ece9e2',
  '#d3d0c8',
  '#b1b2ab',
  '#8b908a',
  '#5b615c',
  '#444a45',
  '#2a2f2b',
  '#191c1a',
  '#131614',
  '#0c0e0d',
];

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 7 },
  colors: { pine, clay, gray, dark },
  autoContrast: true,
  black: '#24211c',
  white: '#fffdf9',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontFamily: '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif',
    fontWeight: '600',
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    // What was typed stays: the field says what is wrong with it.
    NumberInput: { defaultProps: { size: 'md', clampBehavior: 'none' } },
    Switch: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    // Most say how things are. What answers a press has its own role: only that may interrupt someone who listens.
    Alert: { defaultProps: { role: 'note' } },
    // The header of a dialog is not the header of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f7f3ec',
    '--mantine-color-dimmed': '#655c4d',
    '--mantine-color-anchor': '#1f5c4d',
    '--mantine-color-error': '#b3261e',
    '--muster-surface': '#fffdf9',
    '--muster-line': '#e6dfd2',
    '--muster-accent': '#a1500f',
    '--muster-accent-soft': '#f9ddc5',
    '--muster-good-soft': '#d9eae4',
  },
  dark: {
    '--mantine-color-dimmed': '#b1b2ab',
    '--mantine-color-anchor': '#8abdac',
    '--mantine-color-error': '#ff9d94',
    '--muster-surface': '#222623',
    '--muster-line': '#3a403b',
    '--muster-accent': '#f2bd8f',
    '--muster-accent-soft': '#4c2f14',
    '--muster-good-soft': '#1d3d34',
  },
});
