/** The text of a step, in plain words. */
export interface StepTexts {
  holds: string
  broken: string
}

/** A step of a check. `unshown` marks what the file leaves out, so that nobody can tell. */
interface Step<Name extends string> {
  name: Name
  ok: boolean
  unshown?: boolean
}

export const okLine = (text: string) => `  ok      ${text}`
export const brokenLine = (text: string) => `  BROKEN  ${text}`
export const notShownLine = (text: string) => `  NOT SHOWN  ${text}`

/** The lines of a report, one for each step. `textOfUnshown` says what the file leaves out. */
export function stepLines<Name extends string>(
  steps: readonly Step<Name>[],
  texts: Record<Name, StepTexts>,
  textOfUnshown: (name: Name) => string = (name) => texts[name].holds,
): string[] {
  return steps.map(({ name, ok, unshown }) => {
    if (unshown) return notShownLine(textOfUnshown(name))
    return ok ? okLine(texts[name].holds) : brokenLine(texts[name].broken)
  })
}

/** The addition to a report while the published keys are not given. */
export function keysHint(hasKeys: boolean): string[] {
  return hasKeys ? [] : ['The keys are those that the file names: to compare them, add --keys config.json.']
}
