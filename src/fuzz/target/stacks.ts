/**
 * A search does without the stacks of errors: one for every input a parser refuses would cost more than the parser. No stack at all is cheaper
 * than one without frames, a fifth of the time of a small parser that throws, but code that looks at stacks can tell.
 */

/** Whether no code of these modules looks at the stack of an error, as far as its words tell. */
export function ignoresStacks(modules: readonly { readonly source: string }[]): boolean {
  return modules.every(({ source }) => !source.includes('stack'));
}

export function forgoStacks({ ignoresStacks: isIgnored = false }: { readonly ignoresStacks?: boolean }): void {
  Reflect.set(Error, 'stackTraceLimit', isIgnored ? undefined : 0);
}
