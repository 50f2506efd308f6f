import { CONFIG_PATH, publicConfig, type PublicConfig } from '@tickmark/wire/config'

let asked: Promise<PublicConfig> | null = null

/** The server's public configuration, loaded once. Throws while the server is unreachable; the next call tries again. */
export function loadConfig(): Promise<PublicConfig> {
  asked ??= fetchConfig().catch((failure: unknown) => {
    asked = null
    throw failure
  })
  return asked
}

/** Forgets the configuration, because its key may have changed: the next call loads it again. */
export function askConfigAgain(): void {
  asked = null
}

async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch(CONFIG_PATH, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`configuration: ${response.status}`)
  return publicConfig.parse(await response.json())
}
