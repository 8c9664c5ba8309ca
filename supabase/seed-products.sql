-- The demo catalogue, with every kind of product. Prices are integer satang; the site serves the pictures.

insert into public.bkk_products (
  id, position, title, subtitle, ribbon_text, description, thumbnail, purchasable, site_product_selection,
  images, options, collections, additional_info, custom_fields, related_products, created_at, updated_at)
select id, position, title, subtitle, ribbon_text, description, thumbnail, purchasable, selection,
  images::jsonb, options::jsonb, collections::jsonb, additional_info::jsonb, custom_fields::jsonb,
  related_products::jsonb, day, day
from (values
  ('chao-phraya-tote', 10, 'Chao Phraya Tote', 'Natural canvas · ผ้าแคนวาสเนื้อหนา', 'Sale · ลดราคา',
    'A roomy canvas tote with two pockets and a handle that sits well on the shoulder. It folds flat into a suitcase.

กระเป๋าผ้าใบใหญ่ มีช่องใส่ของสองช่อง สายสะพายพอดีไหล่ พับเก็บลงกระเป๋าเดินทางได้',
    '/merchandise/tote-cream.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/tote-cream.svg", "type": "image"}, {"url": "/merchandise/tote-teal.svg", "type": "image"}]',
    '[{"id": "colour", "title": "Colour · สี"}]', '[{"collection_id": "bags", "order": 0}]',
    '[{"id": "size", "title": "Size · ขนาด", "description": "38 × 42 × 12 cm · 38 × 42 × 12 ซม."}, {"id": "care", "title": "Care · การดูแล", "description": "Wash cold, dry in the shade. · ซักน้ำเย็น ตากในที่ร่ม"}]',
    '[]',
    '[{"id": "chao-phraya-tote-prachamyam-scarf", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "prachamyam-scarf"}, {"id": "chao-phraya-tote-departure-tag", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "departure-tag"}, {"id": "chao-phraya-tote-passport-sleeve", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "passport-sleeve"}]'),
  ('long-tail-tee', 20, 'Long-tail Tee', 'Soft cotton · ผ้าฝ้ายเนื้อนุ่ม', 'New · มาใหม่',
    'The long-tail boat of our home page on heavy cotton that gets softer with every wash.

เสื้อยืดลายเรือหางยาว ผ้าฝ้ายหนาที่ยิ่งซักยิ่งนุ่ม',
    '/merchandise/tee-ink.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/tee-ink.svg", "type": "image"}, {"url": "/merchandise/tee-cream.svg", "type": "image"}]',
    '[{"id": "colour", "title": "Colour · สี"}, {"id": "size", "title": "Size · ขนาด"}]', '[{"collection_id": "wear", "order": 1}]',
    '[{"id": "fit", "title": "Fit · ทรง", "description": "Regular; between two sizes, take the larger one. · ทรงปกติ หากลังเลระหว่างสองขนาด แนะนำขนาดใหญ่กว่า"}, {"id": "care", "title": "Care · การดูแล", "description": "Wash inside out. · กลับด้านก่อนซัก"}]',
    '[]',
    '[{"id": "long-tail-tee-sunrise-cap", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "sunrise-cap"}, {"id": "long-tail-tee-chao-phraya-tote", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "chao-phraya-tote"}]'),
  ('departure-tag', 30, 'Departure Tag', 'Luggage tag, peacock teal · ป้ายกระเป๋าสีเขียวหัวเป็ด', null,
    'A luggage tag that is easy to find on the belt. We print the name you give us on the back.

ป้ายกระเป๋าที่มองเห็นง่ายบนสายพาน เราพิมพ์ชื่อของคุณไว้ด้านหลัง',
    '/merchandise/tag-teal.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/tag-teal.svg", "type": "image"}]',
    '[]', '[{"collection_id": "travel", "order": 2}]',
    '[]',
    '[{"id": "name-on-tag", "title": "Name on the tag · ชื่อบนป้าย", "is_required": true}]',
    '[{"id": "departure-tag-holiday-tag", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "holiday-tag"}, {"id": "departure-tag-passport-sleeve", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "passport-sleeve"}]'),
  ('holiday-tag', 40, 'Holiday Tag', 'Luggage tag, marigold · ป้ายกระเป๋าสีดาวเรือง', 'Sale · ลดราคา',
    'The same tag in marigold. The last of this run.

ป้ายแบบเดียวกันในสีดาวเรือง เหลือล็อตสุดท้าย',
    '/merchandise/tag-gold.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/tag-gold.svg", "type": "image"}]',
    '[]', '[{"collection_id": "travel", "order": 3}]',
    '[]',
    '[]',
    '[{"id": "holiday-tag-departure-tag", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "departure-tag"}]'),
  ('prachamyam-scarf', 50, 'Prachamyam Scarf', 'Thai silk, 90 × 90 cm · ผ้าไหมไทย', null,
    'A square of Thai silk with the prachamyam flower. The edges are rolled by hand.

ผ้าพันคอไหมไทยลายประจำยาม ม้วนริมด้วยมือ',
    '/merchandise/scarf-teal.svg', true, 'other',
    '[{"url": "/merchandise/scarf-teal.svg", "type": "image"}, {"url": "/merchandise/scarf-ink.svg", "type": "image"}]',
    '[{"id": "colour", "title": "Colour · สี"}]', '[{"collection_id": "wear", "order": 4}]',
    '[{"id": "care", "title": "Care · การดูแล", "description": "Dry clean, or wash cold by hand. · ซักแห้ง หรือซักมือด้วยน้ำเย็น"}]',
    '[]',
    '[{"id": "prachamyam-scarf-chao-phraya-tote", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "chao-phraya-tote"}, {"id": "prachamyam-scarf-palm-fan", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "palm-fan"}]'),
  ('river-neck-pillow', 60, 'River Neck Pillow', 'Memory foam · เมมโมรีโฟม', null,
    'Firm at the sides and low at the back, so that the head stays where it is when you fall asleep. The cover comes off.

หมอนรองคอที่กระชับด้านข้าง หลับแล้วคอไม่ตก ถอดปลอกซักได้',
    '/merchandise/neck-pillow.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/neck-pillow.svg", "type": "image"}]',
    '[]', '[{"collection_id": "travel", "order": 5}]',
    '[]',
    '[]',
    '[{"id": "river-neck-pillow-passport-sleeve", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "passport-sleeve"}, {"id": "river-neck-pillow-departure-tag", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "departure-tag"}]'),
  ('snack-box', 70, 'Thai Snack Box', 'Eight kinds, for two · ขนม 8 อย่างสำหรับสองคน', 'Sale · ลดราคา',
    'Coconut rolls, tamarind, dried mango, crisp rice crackers and four more, for a long flight or for somebody at home.

ทองม้วน มะขาม มะม่วงอบแห้ง ข้าวแต๋น และอีกสี่อย่าง สำหรับไฟลต์ยาว ๆ หรือฝากคนที่บ้าน',
    '/merchandise/snack-box.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/snack-box.svg", "type": "image"}]',
    '[]', '[{"collection_id": "food", "order": 6}]',
    '[{"id": "allergens", "title": "Allergens · สารก่อภูมิแพ้", "description": "Contains coconut, peanuts and sesame. · มีมะพร้าว ถั่วลิสง และงา"}]',
    '[]',
    '[{"id": "snack-box-temple-mug", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "temple-mug"}]'),
  ('temple-mug', 80, 'Wat Arun Mug', 'Stoneware, 350 ml · เซรามิก 350 มล.', null,
    'The temple of dawn, for the first coffee of the day. The next firing is on its way.

แก้ววัดอรุณสำหรับกาแฟแก้วแรกของวัน รอบเผาถัดไปกำลังมา',
    '/merchandise/temple-mug.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/temple-mug.svg", "type": "image"}]',
    '[]', '[{"collection_id": "home", "order": 7}]',
    '[]',
    '[]',
    '[{"id": "temple-mug-snack-box", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "snack-box"}, {"id": "temple-mug-night-notebook", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "night-notebook"}]'),
  ('sunrise-cap', 90, 'Sunrise Cap', 'Washed cotton · ผ้าฝ้ายฟอกนุ่ม', null,
    'A low cap with a brim that bends. One size, with a brass buckle.

หมวกแก๊ปทรงเตี้ย ปีกดัดได้ ขนาดเดียว ปรับด้วยหัวเข็มขัดทองเหลือง',
    '/merchandise/sunrise-cap.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/sunrise-cap.svg", "type": "image"}]',
    '[]', '[{"collection_id": "wear", "order": 8}]',
    '[]',
    '[]',
    '[{"id": "sunrise-cap-long-tail-tee", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "long-tail-tee"}]'),
  ('passport-sleeve', 100, 'Passport Sleeve', 'Vegetable-tanned leather · หนังฟอกฝาด', null,
    'Holds a passport, two cards and the boarding pass.

ใส่หนังสือเดินทาง บัตรสองใบ และบอร์ดดิ้งพาสได้พอดี',
    '/merchandise/passport-teal.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/passport-teal.svg", "type": "image"}, {"url": "/merchandise/passport-ink.svg", "type": "image"}]',
    '[{"id": "colour", "title": "Colour · สี"}]', '[{"collection_id": "travel", "order": 9}]',
    '[]',
    '[]',
    '[{"id": "passport-sleeve-departure-tag", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "departure-tag"}, {"id": "passport-sleeve-river-neck-pillow", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "river-neck-pillow"}]'),
  ('night-notebook', 110, 'Night Train Notebook', '120 pages, dotted · 120 หน้า แบบจุด', null,
    'For what one thinks of on the night train to Chiang Mai. Lies flat, with a ribbon.

สมุดสำหรับจดเรื่องที่คิดได้บนรถไฟเที่ยวกลางคืนไปเชียงใหม่ กางได้เรียบ มีริบบิ้นคั่นหน้า',
    '/merchandise/night-notebook.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/night-notebook.svg", "type": "image"}]',
    '[]', '[{"collection_id": "home", "order": 10}]',
    '[]',
    '[]',
    '[{"id": "night-notebook-temple-mug", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "temple-mug"}]'),
  ('palm-fan', 120, 'Palm Fan', 'Woven palm leaf · ใบลานสาน', null,
    'Weighs nothing and works without a battery.

พัดสานมือ เบา และไม่ต้องใช้แบตเตอรี่',
    '/merchandise/palm-fan.svg', true, 'lowest_price_first',
    '[{"url": "/merchandise/palm-fan.svg", "type": "image"}]',
    '[]', '[{"collection_id": "home", "order": 11}]',
    '[]',
    '[]',
    '[{"id": "palm-fan-prachamyam-scarf", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "prachamyam-scarf"}]'),
  ('monsoon-umbrella', 130, 'Monsoon Umbrella', 'Opens to 105 cm · กางได้ 105 ซม.', 'Soon · เร็ว ๆ นี้',
    'Eight fibreglass ribs for a rainy season. On sale from the first rain on.

ก้านไฟเบอร์กลาสแปดก้านสำหรับหน้าฝน เริ่มขายเมื่อฝนแรกมา',
    '/merchandise/monsoon-umbrella.svg', false, 'lowest_price_first',
    '[{"url": "/merchandise/monsoon-umbrella.svg", "type": "image"}]',
    '[]', '[{"collection_id": "travel", "order": 12}]',
    '[]',
    '[]',
    '[{"id": "monsoon-umbrella-chao-phraya-tote", "section_title": "Goes well with · เข้ากันดีกับ", "related_type": "product", "related_id": "chao-phraya-tote"}]')
) as demo (
  id, position, title, subtitle, ribbon_text, description, thumbnail, purchasable, selection,
  images, options, collections, additional_info, custom_fields, related_products),
  (select date_trunc('day', now()) - interval '30 days' as day) as opened;

insert into public.bkk_product_variants (
  id, product_id, position, title, price_in_cents, sale_price_in_cents, currency, image_url, manage_inventory,
  inventory_quantity, weight, options)
select id, product_id, position, title, price, sale, 'thb', image, managed, stock, weight, options::jsonb
from (values
  ('tote-cream', 'chao-phraya-tote', 0, 'Cream · สีครีม', 59000, 49000, '/merchandise/tote-cream.svg', true, 24, 320, '{"colour": "Cream · สีครีม"}'),
  ('tote-teal', 'chao-phraya-tote', 1, 'Teal · สีเขียวหัวเป็ด', 59000, null::integer, '/merchandise/tote-teal.svg', true, 3, 320, '{"colour": "Teal · สีเขียวหัวเป็ด"}'),
  ('tee-ink-s', 'long-tail-tee', 0, 'Ink · สีคราม / S', 49000, null::integer, '/merchandise/tee-ink.svg', true, 8, 180, '{"colour": "Ink · สีคราม", "size": "S"}'),
  ('tee-ink-m', 'long-tail-tee', 1, 'Ink · สีคราม / M', 49000, null::integer, '/merchandise/tee-ink.svg', true, 15, 180, '{"colour": "Ink · สีคราม", "size": "M"}'),
  ('tee-ink-l', 'long-tail-tee', 2, 'Ink · สีคราม / L', 49000, null::integer, '/merchandise/tee-ink.svg', true, 11, 180, '{"colour": "Ink · สีคราม", "size": "L"}'),
  ('tee-ink-xl', 'long-tail-tee', 3, 'Ink · สีคราม / XL', 49000, null::integer, '/merchandise/tee-ink.svg', true, 4, 180, '{"colour": "Ink · สีคราม", "size": "XL"}'),
  ('tee-cream-s', 'long-tail-tee', 4, 'Cream · สีครีม / S', 49000, null::integer, '/merchandise/tee-cream.svg', true, 8, 180, '{"colour": "Cream · สีครีม", "size": "S"}'),
  ('tee-cream-m', 'long-tail-tee', 5, 'Cream · สีครีม / M', 49000, null::integer, '/merchandise/tee-cream.svg', true, 15, 180, '{"colour": "Cream · สีครีม", "size": "M"}'),
  ('tee-cream-l', 'long-tail-tee', 6, 'Cream · สีครีม / L', 49000, null::integer, '/merchandise/tee-cream.svg', true, 11, 180, '{"colour": "Cream · สีครีม", "size": "L"}'),
  ('tee-cream-xl', 'long-tail-tee', 7, 'Cream · สีครีม / XL', 49000, null::integer, '/merchandise/tee-cream.svg', true, 0, 180, '{"colour": "Cream · สีครีม", "size": "XL"}'),
  ('departure-tag', 'departure-tag', 0, 'Teal · สีเขียวหัวเป็ด', 29000, null::integer, null, true, 40, 40, '{}'),
  ('holiday-tag', 'holiday-tag', 0, 'Marigold · สีดาวเรือง', 29000, 23000, null, true, 2, 40, '{}'),
  ('scarf-teal', 'prachamyam-scarf', 0, 'Teal · สีเขียวหัวเป็ด', 189000, null::integer, '/merchandise/scarf-teal.svg', true, 9, 70, '{"colour": "Teal · สีเขียวหัวเป็ด"}'),
  ('scarf-indigo', 'prachamyam-scarf', 1, 'Indigo · สีคราม', 179000, null::integer, '/merchandise/scarf-ink.svg', true, 5, 70, '{"colour": "Indigo · สีคราม"}'),
  ('river-neck-pillow', 'river-neck-pillow', 0, 'One size · ขนาดเดียว', 75000, null::integer, null, true, 18, 350, '{}'),
  ('snack-box', 'snack-box', 0, 'Box of eight · กล่องแปดอย่าง', 45000, 39000, null, true, 30, 800, '{}'),
  ('temple-mug', 'temple-mug', 0, '350 ml · 350 มล.', 39000, null::integer, null, true, 0, 420, '{}'),
  ('sunrise-cap', 'sunrise-cap', 0, 'One size · ขนาดเดียว', 52000, null::integer, null, true, 12, 110, '{}'),
  ('passport-teal', 'passport-sleeve', 0, 'Teal · สีเขียวหัวเป็ด', 69000, null::integer, '/merchandise/passport-teal.svg', true, 7, 60, '{"colour": "Teal · สีเขียวหัวเป็ด"}'),
  ('passport-ink', 'passport-sleeve', 1, 'Ink · สีคราม', 69000, null::integer, '/merchandise/passport-ink.svg', true, 14, 60, '{"colour": "Ink · สีคราม"}'),
  ('night-notebook', 'night-notebook', 0, 'A5', 26000, null::integer, null, false, null::integer, 260, '{}'),
  ('palm-fan', 'palm-fan', 0, 'One size · ขนาดเดียว', 18000, null::integer, null, true, 50, 45, '{}'),
  ('monsoon-umbrella', 'monsoon-umbrella', 0, 'One size · ขนาดเดียว', 65000, null::integer, null, true, 20, 380, '{}')
) as demo (
  id, product_id, position, title, price, sale, image, managed, stock, weight, options);
