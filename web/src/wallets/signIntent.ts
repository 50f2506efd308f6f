import { intentText, intentTypedData, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { usedWallet } from './usedWallet.ts'

/**
 * Has the owner sign a withdrawal with the wallet that signed in here. Throws the wallet's error, also when the
 * wallet is gone.
 */
export async function signIntent(intent: WithdrawalIntent): Promise<string> {
  const { address, wallet } = await usedWallet()
  if (wallet) return wallet.signTyped(address, intentTypedData(intent), intentText(intent))
  const { signPracticeIntent } = await import('./practiceWallet.ts')
  return signPracticeIntent(address, intent)
}
