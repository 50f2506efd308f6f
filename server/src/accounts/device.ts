const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/MetaMask/i, 'MetaMask'],
  [/TronLink/i, 'TronLink'],
  [/TokenPocket/i, 'TokenPocket'],
  [/imToken/i, 'imToken'],
  [/OKApp|OKEx/i, 'OKX'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** A short device name for the list of sessions: "Chrome on Android". The header itself is not stored. */
export function deviceOf(userAgent: string): string {
  const program = PROGRAMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (!program) return system ?? 'Unknown'
  return system ? `${program} on ${system}` : program
}
