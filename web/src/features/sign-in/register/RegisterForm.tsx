import { Anchor, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText, statusOf } from '@/api/errors'
import { findAddress } from '@/api/find-address'
import { useRegister } from '@/api/generated/endpoints/access/access'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { paths } from '@/app/paths'
import { useSite } from '@/app/site'
import type { Language } from '@/i18n'
import { AppLink } from '@/ui/AppLink'
import { AddressFields } from '@/ui/fields/AddressFields'
import { neededOf } from '@/ui/fields/address'
import { todayIn } from '@/ui/fields/birthday'
import { ErrorSummary, FormSection } from '@/ui/ResourceForm'
import { AccessSection } from './AccessSection'
import { CreatedDialog } from './CreatedDialog'
import { GeneralSection } from './GeneralSection'
import classes from './RegisterForm.module.css'
import { registerErrors } from './rules'
import { useFields } from './useFields'
import { emptyRegistration, registrationOf } from './values'

type Props = { choices: Choices; onRegistered(): void }

/** What went wrong is told in words of its own only when it is worth knowing. */
const KNOWN_FAILURES = [0, 429, 503]

export function RegisterForm({ choices, onRegistered }: Props) {
  const { t, i18n } = useTranslation('register')
  const { t: codes } = useTranslation(['codes'])
  const { config } = useSite()
  const register = useRegister({ request: { quiet: true } })
  const [failure, setFailure] = useState<string>()
  /** The error summary takes the focus at each. */
  const [refusals, setRefusals] = useState(0)
  const today = todayIn(config.time_zone)
  const form = useForm({
    initialValues: emptyRegistration(config.country_id),
    validate: (values) => registerErrors(values, { hasStates, today }, codes),
  })
  const fields = useFields(form)
  const { values, errors } = fields
  const states = useStates(values.country_id)
  const hasStates = states.length > 0

  const refuse = () => setRefusals((count) => count + 1)

  async function submit() {
    setFailure(undefined)
    try {
      await register.mutateAsync({ data: registrationOf(values, i18n.language as Language) })
    } catch (error) {
      if (!applyServerErrors(form, error))
        setFailure(KNOWN_FAILURES.includes(statusOf(error) ?? -1) ? errorText(error) : t('failed'))
      refuse()
    }
  }

  return (
    <form onSubmit={form.onSubmit(submit, refuse)} noValidate className={classes.form}>
      <ErrorSummary errors={errors} failure={failure} refusals={refusals} />
      <GeneralSection fields={fields} choices={choices} today={today} />
      <FormSection title={t('address')}>
        <AddressFields
          value={values}
          onChange={fields.patch}
          countries={choices.countries}
          states={states}
          findPostcode={findAddress}
          errors={errors}
          path={(field) => field}
          required={neededOf(hasStates)}
          without={['address_complement']}
        />
      </FormSection>
      <AccessSection fields={fields} />
      <div className={classes.footer}>
        <Anchor component={AppLink} to={paths.login()}>
          {t('haveAccount')}
        </Anchor>
        <Button type="submit" size="md" loading={form.submitting}>
          {t('submit')}
        </Button>
      </div>
      <CreatedDialog opened={register.isSuccess} onDone={onRegistered} />
    </form>
  )
}
