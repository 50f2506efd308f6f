/** The loan that an address names: its last part, else ?id=; null when it names none. */
export function loanIdOf(path: string, search: string): string | null {
  const part = path.split('/')[2] ?? ''
  return part || new URLSearchParams(search).get('id') || null
}

/** Whether an id can be that of a loan: others are not asked for. */
export function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
