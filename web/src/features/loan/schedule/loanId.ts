/** The loan named by an address: the last part of the path, else ?id=; null when there is none. */
export function loanIdOf(path: string, search: string): string | null {
  const part = path.split('/')[2] ?? ''
  return part || new URLSearchParams(search).get('id') || null
}

/** Whether a text has the format of a loan's id; others are not requested. */
export function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
