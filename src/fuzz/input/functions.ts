/** Functions that are handed to a target: they give their answers in turn, whatever they are asked, and can be told by them. */

const known = new WeakMap<object, readonly unknown[]>();

export function functionOf(answers: readonly unknown[]): () => unknown {
  let asked = 0;
  const made = (): unknown => {
    const answer = answers[asked % answers.length];
    asked += 1;
    return answer;
  };
  known.set(made, answers);
  return made;
}

/** Undefined for what was not made here. */
export function answersOf(value: object): readonly unknown[] | undefined {
  return known.get(value);
}
