import { usedWallet } from './usedWallet.ts'

/**
 * Has the borrower sign a loan's agreement, unchanged, with the wallet that signed in here. Throws the wallet's
 * error, also when the wallet is gone.
 */
export async function signAgreement(text: string): Promise<string> {
  const { address, wallet } = await usedWallet()
  if (wallet) return wallet.sign(address, text)
  const { signPracticeText } = await import('./practiceWallet.ts')
  return signPracticeText(address, text)
}
