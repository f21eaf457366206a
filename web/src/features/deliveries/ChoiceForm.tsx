import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { publicDeliveryChoose } from '@/api/generated/endpoints/deliveries/deliveries'
import { type Wish, WishForm } from '@/shared/deliveries/WishForm'

type Answer = Awaited<ReturnType<typeof publicDeliveryChoose>>

type ChoiceFormProps = {
  token: string
  /** Days for another attempt. */
  days: string[]
  onChosen(answer: Answer): void
}

/** What the recipient wants. It can be sent once. */
export function ChoiceForm({ token, days, onChosen }: ChoiceFormProps) {
  const { t } = useTranslation('deliveries')
  const sending = useMutation({
    mutationFn: (wish: Wish) => publicDeliveryChoose({ token, ...wish }, { quiet: true }),
    onSuccess: onChosen,
  })
  return (
    <WishForm
      label={t('public.question')}
      choices={['another_day', 'hold', 'neighbour', 'post', 'return']}
      days={days}
      asks={(choice) => (choice === 'neighbour' ? t('public.neighbour') : undefined)}
      after={(choice) => (choice === 'hold' ? t('public.holdText') : undefined)}
      sending={sending}
    />
  )
}
