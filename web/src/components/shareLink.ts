import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call } from '../api/api.ts'
import { useConfig } from '../api/publicConfig.ts'
import { t } from '../i18n/i18n.ts'
import { hrefTo } from '../navigation/hrefs.ts'
import { go } from '../navigation/navigate.ts'
import { isSignedIn } from '../session/session.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

/** Whether the operator enabled sharing. */
export function useShowShare(): boolean {
  return useConfig()?.flags.share ?? false
}

/**
 * Whether this account may share now. Asks the server each time and shows its refusal. Visitors are not checked: the
 * share page tells them how to join.
 */
export async function mayShare(): Promise<boolean> {
  if (!isSignedIn()) return true
  try {
    await call('checkApply', {}, { quiet: true })
    return true
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    toast(failure.message || t('share:isApply'), { tone: 'wrong' })
    return false
  }
}

/** Opens the share page when sharing is allowed, unless the user has navigated elsewhere meanwhile. */
export async function goToShare(): Promise<void> {
  const from = location.href
  if ((await mayShare()) && location.href === from) go(hrefTo.share())
}
