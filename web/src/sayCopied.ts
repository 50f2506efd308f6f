import { t } from './i18n.ts'
import { toast } from './ui/toast.ts'

/** Says that something was copied, or that the browser refused. */
export function sayCopied(done: boolean): void {
  toast(t(done ? 'shell:copied' : 'shell:notCopied'), { tone: done ? 'good' : 'wrong' })
}
