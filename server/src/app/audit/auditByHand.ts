import { codeAsker } from '@tickmark/chainkit/contractWallets'
import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import type { Database } from '../../db/pool.ts'
import type { AuditFacts } from '../../module/auditRule.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../config.ts'
import { auditText, networksToAudit, runAudit, tagSecretToAudit } from './audit.ts'
import { recordRun } from './auditRunStore.ts'

type WalletConfig = Pick<Config, 'rpcUrl' | 'chainId' | 'publicUrl' | 'moreOrigins' | 'formerUrls'>

/**
 * Signers of EIP-191 and TIP-191, and contracts by the node that is asked for them at sign-in; for the sites of a house that has a
 * public address.
 */
function walletsOf(config: WalletConfig): AuditFacts['wallets'] {
  const { rpcUrl, chainId, publicUrl, moreOrigins, formerUrls } = config
  return {
    recoverWallet: (text, signature, kind) => recoverAddress(messageHash(text, kind), signature, kind),
    hasCode: rpcUrl === null ? null : codeAsker(rpcUrl, chainId),
    sites: publicUrl === null ? null : [publicUrl, ...moreOrigins, ...formerUrls],
  }
}

/**
 * The audit that a person starts: of everything, with the owners' signatures and the chains' balances. Stores the run for
 * operators. Returns its report, and whether the books are right.
 */
export async function auditByHand(
  database: Database,
  config: Pick<Config, 'chains' | 'dataDir' | 'keysFile'> & WalletConfig,
): Promise<{ isRight: boolean; report: string }> {
  const { nowMs } = systemClock()
  const networks = await networksToAudit(config)
  const tagSecret = await tagSecretToAudit(config, database.db)
  const beganMs = nowMs()
  const findings = await runAudit(database, { networks, tagSecret, wallets: walletsOf(config) })
  const endedMs = Math.max(nowMs(), beganMs)
  await recordRun(database.db, { beganMs, endedMs, findings, isWhole: true, checkpoint: null, audited: null })
  return { isRight: findings.length === 0, report: auditText(findings, { networks, tagSecret }) }
}
