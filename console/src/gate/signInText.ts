import { isSameAddress } from '@tickmark/core/wallet/sameAddress'

/** Whether the text for the wallet to sign proves this address to this host and grants nothing (EIP-4361). */
export function isSignInText(message: string, host: string, address: string): boolean {
  const [first = '', second = ''] = message.split('\n')
  return (
    first.startsWith(`${host} wants you to sign in with your `) &&
    isSameAddress(second, address) &&
    !message.includes('\nResources:')
  )
}
