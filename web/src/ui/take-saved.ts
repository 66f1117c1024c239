interface SavedForm<Values> {
  getValues(): Values;
  setInitialValues(values: Values): void;
  setValues(values: Values): void;
}

/** The form begins again with what was saved. What was typed while that was on its way stays, and is not saved yet. */
export function takeSaved<Values>(form: SavedForm<Values>, sent: Values, saved: Values): void {
  const isUntouched = JSON.stringify(form.getValues()) === JSON.stringify(sent);
  form.setInitialValues(saved);
  if (isUntouched) form.setValues(saved);
}
