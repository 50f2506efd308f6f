import type { Config } from './config.ts'

/** The text at the start: the address, what is only simulated, and how to stop the server. */
export function banner(config: Config, url: string): string {
  const lines = [
    '',
    `  Tickmark is open at ${url}`,
    '',
    ...(config.mode === 'sandbox' ? SANDBOX : []),
    `  Calls are described at ${url}/docs, data is kept in ${config.dataDir}.`,
    '  Ctrl-C stops it.',
    '',
  ]
  return `${lines.join('\n')}\n`
}

const SANDBOX = [
  '  This is a sandbox. The prices are simulated and all money is test money: nothing here can be won or lost.',
  '  Anyone can join with a wallet, or with a practice wallet made in the page.',
]
