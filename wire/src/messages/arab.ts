import type { InboxTexts } from './text.ts'

/** Figures and foreign words stand between U+2066 and U+2069, which keep their order. */
export const arab: InboxTexts = {
  words: {
    book: { real: 'الحساب الحقيقي', simulated: 'حساب المحاكاة' },
  },
  kinds: {
    welcome: {
      title: 'أهلًا بك في \u2066Tickmark\u2069',
      text: 'حسابك جاهز. يشرح لك دليل قصير كيف يعمل الأمر، وما احتمال الربح فيه، وكم يمكن أن تخسر.',
    },
    deposit_credited: {
      title: 'أُضيف الإيداع إلى حسابك',
      text: 'وصل \u2066{amount} {currency}\u2069 عبر \u2066{network}\u2069 وأُضيف إلى حسابك.',
    },
    withdrawal_sent: {
      title: 'أُرسل السحب',
      text: '\u2066{amount} {currency}\u2069 في الطريق عبر \u2066{network}\u2069. يصبح السحب نهائيًا بعد أن تؤكده الشبكة.',
    },
    withdrawal_final: {
      title: 'اكتمل السحب',
      text: 'أكدت الشبكة سحب \u2066{amount} {currency}\u2069 عبر \u2066{network}\u2069.',
    },
    withdrawal_returned: {
      title: 'لم يُنفَّذ السحب وأُعيد المبلغ',
      text: 'لم يُنفَّذ سحب \u2066{amount} {currency}\u2069 عبر \u2066{network}\u2069. عاد المبلغ ورسمه إلى حسابك، وتجد السبب في السجل.',
    },
    order_settled: {
      title: '\u2066{pair}\u2069 {side}: \u2066{net} {currency}\u2069',
      text: 'تمت تسوية أمرك أثناء غيابك ({book}). تجد إيصاله في قائمة الأوامر.',
    },
    orders_settled: {
      title: 'عدد الأوامر التي تمت تسويتها: \u2066{count}\u2069',
      text: 'تمت أثناء غيابك تسوية أوامر عددها \u2066{count}\u2069 ({book}). المجموع: \u2066{net}\u2069',
    },
    alert_fired: {
      title: 'بلغ سعر \u2066{coin}\u2069 مستوى \u2066{level} USDT\u2069',
      text: 'كان السعر \u2066{price} USDT\u2069. أدّى هذا التنبيه مهمته وانتهى.',
    },
    support_replied: {
      title: 'ردّ فريق الدعم',
      text: 'في محادثتك رد جديد. لا يطلب الدعم أبدًا مفاتيح أو عبارات استرداد أو مدفوعات.',
    },
    friend_joined: {
      title: 'انضم صديق',
      text: 'انضم \u2066{address}\u2069 برمز دعوتك.',
    },
    authenticator_reset: {
      title: 'طُلبت إعادة ضبط تطبيق المصادقة',
      text: 'يتوقف تطبيق المصادقة تلقائيًا في \u2066{until}\u2069.\nإذا لم تطلب ذلك فأبقِه مفعّلًا الآن برمز أو برمز استرداد من صفحة حماية السحب.',
    },
    authenticator_off: {
      title: 'أُوقف تطبيق المصادقة',
      text: 'لم يعد السحب يطلب رمزًا.\nإذا لم تكن أنت من فعل ذلك فأنهِ جلساتك الأخرى وتواصل مع الدعم.',
    },
    address_added: {
      title: 'أُضيف عنوان سحب',
      text: 'أُضيف \u2066{address}\u2069 إلى دفتر عناوينك.\nإذا لم تكن أنت من فعل ذلك فاحذفه وأنهِ جلساتك الأخرى.',
    },
    hold_begun: {
      title: 'تعليق أمني لعمليات السحب',
      text: 'تنتظر عمليات السحب التي لم تُوقَّع بعد حتى \u2066{until}\u2069 على أبعد تقدير، ثم ينتهي التعليق تلقائيًا. يمكن للدعم أن يخبرك بالسبب.',
    },
  },
}
