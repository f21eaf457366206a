import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText, statusOf } from '@/api/errors'
import { findAddress } from '@/api/find-address'
import { useRegister } from '@/api/generated/endpoints/access/access'
import { useRegisterSocial } from '@/api/generated/endpoints/social/social'
import { setCsrfToken } from '@/api/request'
import type { CurrentPerson, SocialStep } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import type { Language } from '@/i18n'
import { AppLink } from '@/ui/AppLink'
import { AddressFields } from '@/ui/fields/AddressFields'
import { neededOf } from '@/ui/fields/address'
import { todayIn } from '@/ui/fields/birthday'
import { ErrorSummary, FormSection } from '@/ui/form/ResourceForm'
import { AccessSection } from './AccessSection'
import { AddressProof } from './AddressProof'
import { ConsentSection } from './ConsentSection'
import { CreatedDialog } from './CreatedDialog'
import { GeneralSection } from './GeneralSection'
import classes from './RegisterForm.module.css'
import { registerErrors } from './rules'
import { useFields } from './useFields'
import { applicantOf, begunRegistration, type RegisterValues, registrationOf } from './values'

type Props = {
  choices: Choices
  person?: CurrentPerson
  /** The code of the link that led here. */
  referralCode?: string
  /** Where to go after signing in. */
  to?: string
  onRegistered(email: string, step?: SocialStep): void
}

/** Failures with a specific message; all others get the general one. */
const KNOWN_FAILURES = [0, 409, 429, 503]

/** Sends the form where it belongs; tells what comes next for somebody who came by a provider. */
function useSend(person: CurrentPerson | undefined) {
  const { i18n } = useTranslation()
  const language = i18n.language as Language
  const register = useRegister({ request: { quiet: true } })
  const complete = useRegisterSocial({ request: { quiet: true } })

  async function send(values: RegisterValues) {
    if (!person) return register.mutateAsync({ data: registrationOf(values, language) })
    const { data } = await complete.mutateAsync({ data: applicantOf(values, language) })
    setCsrfToken(data.csrf_token)
  }

  return { send, isDone: register.isSuccess || complete.isSuccess, step: complete.data?.data.step }
}

export function RegisterForm({ choices, person, referralCode, to, onRegistered }: Props) {
  const { t } = useTranslation('register')
  const { t: codes } = useTranslation(['codes'])
  const { config, domain } = useSite()
  const { send, isDone, step } = useSend(person)
  const [failure, setFailure] = useState<string>()
  /** The error summary takes the focus at each. */
  const [refusals, setRefusals] = useState(0)
  const today = todayIn(config.time_zone)
  const form = useForm({
    initialValues: begunRegistration(config.country_id, person, referralCode),
    validate: (values) =>
      registerErrors(
        values,
        {
          hasStates,
          today,
          passwordRule: person ? undefined : config.password_rule,
          legal: domain.legal,
        },
        codes,
      ),
  })
  const fields = useFields(form)
  const { values, errors } = fields
  const states = useStates(values.country_id)
  const hasStates = states.length > 0

  function refuse() {
    window.scrollTo({ top: 0 })
    setRefusals((count) => count + 1)
  }

  async function submit() {
    setFailure(undefined)
    try {
      await send(values)
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
        />
      </FormSection>
      {person ? <AddressProof person={person} fields={fields} /> : <AccessSection fields={fields} />}
      {domain.flags.indications && (
        <TextInput
          {...fields.text('referral_code')}
          label={t('referralCode')}
          description={t('referralText')}
          maxLength={20}
          autoComplete="off"
        />
      )}
      <ConsentSection fields={fields} />
      <div className={classes.footer}>
        <Anchor component={AppLink} to={person ? paths['login.link']() : towards(paths.login(), to)}>
          {person ? t('complete.haveAccount') : t('haveAccount')}
        </Anchor>
        <Button type="submit" size="md" loading={form.submitting}>
          {person ? t('complete.submit') : t('submit')}
        </Button>
      </div>
      <CreatedDialog
        opened={isDone}
        isReady={step === 'signed_in'}
        onDone={() => onRegistered(values.email.trim().toLowerCase(), step)}
      />
    </form>
  )
}
