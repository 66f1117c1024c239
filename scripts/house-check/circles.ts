/** Files that import each other in a circle, types included: one line for each group of them. */
export function circleProblems(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const problems: string[] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      const reached = order.has(next) ? (open.includes(next) ? order.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? number, reached));
    }
    if (lowest.get(file) === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) problems.push(`${group.sort().join(', ')}: import each other in a circle`);
    }
    return lowest.get(file) ?? number;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return problems;
}
