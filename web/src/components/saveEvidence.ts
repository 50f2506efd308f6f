import { saveFile } from '@tickmark/client/saveFile.ts'

/** Saves the house's signed statements about an order as a file for the verifier, named by its format. */
export function saveEvidence(order: string, evidence: object): void {
  const { format } = evidence as { format?: string }
  const name = format?.split('/', 1)[0] ?? 'tickmark-promise'
  const text = `${JSON.stringify(evidence, null, 2)}\n`
  saveFile(new File([text], `${name}-${order}.json`, { type: 'application/json' }))
}
