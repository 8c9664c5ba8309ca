-- Demo data of the feature payments: invented details of the agency, to which nobody can pay.
update public.bkk_agency set
  tax_id = '0000000000001', bank_code = '999', bank_account_name = 'BKK Siam Travel (demo)',
  bank_account_number = '0000000000', promptpay_kind = 'tax_id', promptpay_id = '0000000000001', version = version + 1
where bank_code is null and promptpay_kind is null;
