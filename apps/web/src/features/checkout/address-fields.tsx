import { useQuery } from '@tanstack/react-query';
import { Globe, MapPin, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryCodes, regionOf } from '@bkksiam/domain/countries';
import { findPlaces, type ThaiPlace } from '@bkksiam/domain/thai-address';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { CustomField, TextField } from '#ui/form-field.tsx';
import { ChoiceField } from '#ui/parts/choice-field.tsx';
import type { FormerAddress } from './checkout-data.ts';
import { addressFields, type CheckoutForm } from './checkout-form.ts';
import { thaiPlacesQuery } from '#entities/order/thai-places.ts';

const shownPlaces = 8;

/** Finds a sub-district by its postal code or any part of its names, and fills the four fields below. */
function PlaceFinder({ form }: { readonly form: CheckoutForm }) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const { data: places = [] } = useQuery(thaiPlacesQuery());
  const optionOf = ({ subDistrict, district, province, postalCode }: ThaiPlace) => ({
    value: [postalCode, subDistrict.th, district.th, province.th].join('|'),
    text: postalCode,
    detail: [subDistrict, district, province].map((name) => name[language]).join(', '),
  });
  function choose(value: string | null) {
    const [code, ...names] = value?.split('|') ?? [];
    const place = places.find(
      ({ place: one }) =>
        one.postalCode === code &&
        [one.subDistrict.th, one.district.th, one.province.th].join() === names.join(),
    )?.place;
    if (place === undefined) return;
    const { setValue } = form.form;
    const options = { shouldDirty: true, shouldValidate: form.form.formState.isSubmitted };
    setValue('subDistrict', place.subDistrict[language], options);
    setValue('district', place.district[language], options);
    setValue('province', place.province[language], options);
    setValue('postalCode', place.postalCode, options);
  }
  return (
    <CustomField label={t('address.find')} hint={t('address.findHint')} className="sm:col-span-2">
      {(control) => (
        <Combobox
          id={control.id}
          name="find-place"
          chosen={undefined}
          find={(typed) => findPlaces(places, typed, shownPlaces).map(optionOf)}
          onChoose={choose}
          placeholder={t('address.findExample')}
          listLabel={t('address.places')}
          countText={(count) => t('address.found', { count })}
          noneText={t('address.none')}
          describedBy={control['aria-describedby']}
          className="h-13 w-full min-w-0 bg-transparent text-md text-ink outline-0 placeholder:text-ink-3"
          listClassName="inset-x-0 top-full mt-1"
        />
      )}
    </CustomField>
  );
}

function ThaiFields({ form }: { readonly form: CheckoutForm }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <PlaceFinder form={form} />
      <TextField {...form.field('subDistrict')} label={t('address.subDistrict')} maxLength={100} />
      <TextField {...form.field('district')} label={t('address.district')} maxLength={100} />
      <TextField
        {...form.field('province')}
        label={t('address.province')}
        maxLength={100}
        autoComplete="address-level1"
      />
      <TextField
        {...form.field('postalCode')}
        label={t('address.postalCode')}
        inputMode="numeric"
        maxLength={10}
        autoComplete="postal-code"
      />
    </>
  );
}

/** The countries by their names in the language on screen, without Thailand. */
function useCountries() {
  const language = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countryCodes
    .map((code) => regionOf(code) ?? '')
    .filter((region) => region !== 'TH')
    .map((region) => ({ value: region, text: names.of(region) ?? region }))
    .toSorted((one, other) => one.text.localeCompare(other.text, language));
}

function ForeignFields({ form }: { readonly form: CheckoutForm }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <TextField {...form.field('city')} label={t('address.city')} autoComplete="address-level2" />
      <TextField
        {...form.field('region')}
        label={t('address.region')}
        autoComplete="address-level1"
      />
      <TextField
        {...form.field('postalCode')}
        label={t('address.postalCode')}
        maxLength={20}
        autoComplete="postal-code"
      />
      <ChoiceField
        {...form.field('country')}
        label={t('address.country')}
        noChoice={t('address.chooseCountry')}
        choices={useCountries()}
        autoComplete="country"
      />
    </>
  );
}

/** The addresses of earlier orders, and a new one. */
function FormerAddresses({
  form,
  former,
}: {
  readonly form: CheckoutForm;
  readonly former: readonly FormerAddress[];
}) {
  const { t } = useTranslation('checkout');
  const [chosen, setChosen] = useState(0);
  if (former.length === 0) return null;
  function choose(index: number) {
    setChosen(index);
    for (const [name, value] of Object.entries(addressFields(former[index])))
      form.form.setValue(name as keyof FormerFields, value, { shouldDirty: true });
  }
  return (
    <div className="mb-4 flex flex-wrap gap-2" role="group" aria-label={t('address.former')}>
      {[...former.slice(0, 3), undefined].map((address, index) => (
        <Button
          key={index}
          tone="secondary"
          size="sm"
          aria-pressed={chosen === index}
          onClick={() => choose(index)}
          className="rounded-pill! aria-pressed:bg-teal-soft"
        >
          {address === undefined ? <Plus className="size-4" /> : <MapPin className="size-4" />}
          {address === undefined
            ? t('address.another')
            : [address.sub_district || address.city, address.province || address.country].join(
                ', ',
              )}
        </Button>
      ))}
    </div>
  );
}

type FormerFields = ReturnType<typeof addressFields>;

/** Where the order goes. */
export function AddressFields({
  form,
  former,
}: {
  readonly form: CheckoutForm;
  readonly former: readonly FormerAddress[];
}) {
  const { t } = useTranslation('checkout');
  const isAbroad = form.form.watch('country') !== 'TH';
  return (
    <>
      <FormerAddresses form={form} former={former} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('line')}
          label={t('address.line')}
          autoComplete="address-line1"
          maxLength={300}
          className="sm:col-span-2"
        />
        {isAbroad ? <ForeignFields form={form} /> : <ThaiFields form={form} />}
      </div>
      <Button
        tone="link"
        className="mt-2"
        onClick={() => form.form.setValue('country', isAbroad ? 'TH' : '', { shouldDirty: true })}
      >
        <Globe className="size-5" />
        {t(isAbroad ? 'address.inThailand' : 'address.abroad')}
      </Button>
    </>
  );
}
