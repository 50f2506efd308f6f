const SHOWN = 4

/** An identity number with all but its last four characters masked; a shorter one entirely. */
export function maskedNumber(idNumber: string): string {
  const letters = Array.from(idNumber)
  const hidden = letters.length > SHOWN ? letters.length - SHOWN : letters.length
  return '•'.repeat(hidden) + letters.slice(hidden).join('')
}
