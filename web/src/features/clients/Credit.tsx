import { Button, Modal, Text, Title } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientSetCredit, clientShow } from '@/api/generated/endpoints/parties/parties'
import type { Client } from '@/api/schema'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { notify } from '@/ui/dialogs/notify'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import classes from './Credit.module.css'
import { refreshClients } from './useClientSwitch'

/** The client's credit. */
export function Credit({ client }: { client: Client }) {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const heading = useId()
  const { credit_limit, credit_currency, wallet_minimum } = client
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading} mb="xs">
        {t('field.credit')}
      </Title>
      {credit_limit === null ? (
        <Text c="dimmed">{t('credit.none')}</Text>
      ) : (
        <Text>{format.money(credit_limit, credit_currency)}</Text>
      )}
      {wallet_minimum !== null && (
        <Text size="sm" c="dimmed">
          {t('credit.atLeast', { amount: format.money(wallet_minimum, credit_currency) })}
        </Text>
      )}
    </section>
  )
}

type CreditButtonProps = { client: Client; onChanged(client: Client): void }

/** Opens the dialog in which who may changes the credit. */
export function CreditButton({ client, onChanged }: CreditButtonProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [isOpen, setOpen] = useState(false)
  if (!client.can.set_credit) return null
  return (
    <>
      <Button
        variant="default"
        classNames={ICON_ON_PHONE}
        leftSection={<IconCreditCard size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('credit.set')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('credit.title', { name: client.name })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <div className={classes.form}>
          <CreditForm client={client} onChanged={onChanged} onClose={() => setOpen(false)} />
        </div>
      </Modal>
    </>
  )
}

type CreditValues = {
  credit_limit: string | null
  credit_currency: string | null
  wallet_minimum: string | null
  version: number
}

const valuesOf = (client: Client, currency: string): CreditValues => ({
  credit_limit: client.credit_limit,
  credit_currency: client.credit_currency ?? currency,
  wallet_minimum: client.wallet_minimum,
  version: client.version,
})

function CreditForm({ client, onChanged, onClose }: CreditButtonProps & { onClose(): void }) {
  const { t } = useTranslation('clients')
  const { config } = useSite()
  const currency = client.currency ?? config.currency
  const queryClient = useQueryClient()
  const model = useResourceForm<CreditValues, Client>({
    name: `client-credit-${client.id}`,
    initial: valuesOf(client, currency),
    newest: async () => valuesOf((await clientShow(client.id)).data, currency),
    submit: async (values) => (await clientSetCredit(client.id, values)).data,
    onSaved(saved) {
      refreshClients(queryClient, saved)
      onChanged(saved)
      notify.success(t('credit.saved'))
      onClose()
    },
  })
  const { values, at, set } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('credit.set')} onCancel={cancel}>
      <FormSection title={t('field.credit')} text={t('credit.text')}>
        <MoneyField
          {...at('credit_limit')}
          {...HALF}
          data-autofocus
          label={t('field.credit')}
          currency={values.credit_currency ?? currency}
          value={values.credit_limit}
          onChange={(limit) => set('credit_limit', limit)}
        />
        <CurrencyChoice
          {...at('credit_currency')}
          {...HALF}
          label={t('field.currency')}
          value={values.credit_currency}
          onChange={(code) => set('credit_currency', code)}
        />
        <MoneyField
          {...at('wallet_minimum')}
          label={t('field.wallet_minimum')}
          description={t('credit.minimumText')}
          currency={values.credit_currency ?? currency}
          value={values.wallet_minimum}
          onChange={(minimum) => set('wallet_minimum', minimum)}
        />
      </FormSection>
    </ResourceForm>
  )
}
