/**
 * Passwords that guessing starts with: keyboard patterns, counting, names of things and the word itself.
 * Compared in lower case; anything that merely adds digits or signs to one of them counts as the same.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passwort passord motdepasse contrasena contraseña senha parola haslo heslo salasana wachtwoord lozinka sifre
  passw0rd p@ssword p@ssw0rd pa55word pa55w0rd passphrase passcode passkey mypassword thepassword newpassword
  yourpassword userpassword adminpassword rootpassword testpassword changeme changeit changethis changenow letmein
  letmeinnow letmeinplease opensesame opensezame default guest visitor welcome welcomeback welkom bienvenue bienvenido
  willkommen benvenuto secret topsecret mysecret secretword private hidden trustno trustme trustnoone access accessgranted
  login loginnow logmein signin signmein administrator admin adminadmin superadmin sysadmin superuser superuser root toor
  rootroot operator manager support helpdesk servicedesk service customer client ticket office company business enterprise
  temp temporary temppass temppassword test tester testing testtest testuser demo demodemo demouser example sample user
  username users computer laptop internet network server database system windows linux ubuntu debian microsoft google
  facebook instagram twitter youtube amazon netflix whatsapp linkedin samsung android iphone apple macbook nintendo
  playstation xbox minecraft fortnite pokemon pikachu starwars startrek superman batman spiderman wonderwoman ironman
  avengers hulk joker matrix gandalf frodo hobbit harrypotter hogwarts voldemort merlin dragon dragons master
  shadow ninja samurai warrior knight wizard phoenix unicorn rainbow sunshine sunflower moonlight starlight butterfly
  princess queen prince kingdom angel angels heaven freedom liberty justice victory champion winner lucky
  happy smile love lovelove iloveyou iloveu iloveme loveyou lovely sweetheart darling honey babygirl babyboy
  sweety cutie beautiful gorgeous handsome friend friends forever together family mother father brother sister daughter
  grandma grandpa baby football soccer baseball basketball hockey tennis golf swimming running fitness liverpool arsenal
  chelsea manchester barcelona realmadrid juventus bayern yankees lakers cowboys steelers eagles redsox
  london paris berlin madrid rome vienna oslo stockholm copenhagen helsinki amsterdam brussels dublin lisbon newyork
  california texas florida chicago america england scotland ireland germany france italy spain sweden norway denmark
  finland poland summer winter spring autumn january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday morning midnight birthday
  christmas halloween easter holiday vacation weekend coffee chocolate cookie cookies banana orange strawberry cherry
  peanut pepper cheese pizza whiskey vodka guitar music metallica nirvana beatles rockandroll
  michael michelle jennifer jessica ashley amanda jordan matthew andrew daniel thomas robert william charlie
  george david joseph anthony nicholas alexander jonathan christopher samantha elizabeth stephanie nicole
  hunter ranger killer maverick tigger tiger lion panther monkey elephant dolphin chicken turtle
  horse doggie puppy kitten buster bailey max bella daisy rocky
  mustang ferrari porsche mercedes corvette yamaha harley honda toyota qwerty qwertyu qwertyui qwertyuio qwertyuiop
  qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx
  qazwsxedc qweasd qweasdzxc qweqwe asdasd zaqxsw zaqwsx qwaszx poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef
  abcdefg abcdefgh abcdefghi abcabc aabbcc xyz xxxxxx nothing whatever something anything everything nobody
  blahblah fuckyou fuckoff asshole bullshit biteme security secure supersecure safe safety verysecret correct`
    .split(/\s+/)
    .filter(Boolean),
);
