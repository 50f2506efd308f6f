import * as z from 'zod/mini'
import { language } from './fields.ts'

export const CONFIG_PATH = '/config.json'

/** The public configuration, which a page needs before its first call; plain JSON. */
export const publicConfig = z.object({
  name: z.string(),
  mode: z.enum(['sandbox', 'live']),
  /** 64 hexadecimal digits of the envelope's AES-256 key. */
  envelopeKey: z.string(),
  languages: z.array(language),
  networks: z.array(z.object({ id: z.int(), name: z.string() })),
  flags: z.object({
    arbitrageBanner: z.boolean(),
    wallet: z.boolean(),
    arbitrage: z.boolean(),
    share: z.boolean(),
    loans: z.boolean(),
  }),
  /** Origin of the support chat when it is another system; null when it is our own page. */
  chatOrigin: z.nullable(z.string()),
  /** Name of the public log, and of its key in checkpoints. */
  logOrigin: z.string(),
  logKey: z.string(),
  receiptsKey: z.string(),
  /**
   * Keys of the witnesses that this house asks to sign its log, in the form of C2SP signed-note.md. The house chose them, so they
   * prove nothing by themselves.
   */
  witnesses: z.array(z.string()),
  version: z.string(),
  /** SHA-256 in hex of `/verify.mjs` and of the script in HTML receipts; null while they are not built. */
  release: z.nullable(z.object({ verifier: z.string(), script: z.string() })),
})
export type PublicConfig = z.output<typeof publicConfig>
