import { CONFIG_PATH, publicConfig, type PublicConfig } from '@tickmark/wire/config'

/** Loads the server's public configuration for a page; `take` gets each one that arrives. */
export function openPublicConfig(take: (config: PublicConfig) => void = () => {}) {
  let asked: Promise<PublicConfig> | null = null

  /** The configuration, loaded once. Throws while the server is unreachable; the next call tries again. */
  function loadConfig(): Promise<PublicConfig> {
    asked ??= fetchConfig().catch((failure: unknown) => {
      asked = null
      throw failure
    })
    return asked
  }

  /** Forgets the configuration, because its key or flags may have changed: the next call loads it again. */
  function askConfigAgain(): void {
    asked = null
  }

  async function fetchConfig(): Promise<PublicConfig> {
    const response = await fetch(CONFIG_PATH, { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`configuration: ${response.status}`)
    const config = publicConfig.parse(await response.json())
    take(config)
    return config
  }

  return { loadConfig, askConfigAgain }
}
