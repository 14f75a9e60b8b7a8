//! Discord's own schema of its API, against which every request of the bot is validated. The check
//! is strict: a key that Discord does not know is a fault.

mod cut;
mod limits;
mod mutations;
mod refused;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::error::{ValidationError, ValidationErrorKind};
use jsonschema::{Draft, Validator};
use kradan_emulator::{Emulator, LoggedRequest};
use serde_json::{Value, json};

pub(crate) use self::mutations::check_mutations;
pub(crate) use self::refused::check_refusals;

/// How many faults a failed test prints.
const FAULTS_MAX: usize = 20;

/// The length of a printed fault, in characters.
const FAULT_LENGTH: usize = 300;

static SPEC: LazyLock<Spec> = LazyLock::new(Spec::read);

/// Checks that every request of the bot so far is valid.
pub(crate) fn check_requests(emulator: &Emulator) {
    assert!(!emulator.requests().is_empty(), "the bot has sent nothing");
    check_sent(emulator);
}

/// Checks that every request of the bot so far is valid, if there is one.
pub(crate) fn check_sent(emulator: &Emulator) {
    let requests = emulator.requests();
    let read = requests.iter().filter(|it| !was_left_unread(it));
    let faults: Vec<String> = read.flat_map(|it| SPEC.all_faults(it)).collect();
    let first: Vec<&str> = faults.iter().take(FAULTS_MAX).map(String::as_str).collect();
    assert!(faults.is_empty(), "{} faults, the first ones:\n{}", faults.len(), first.join("\n"));
}

/// Whether a request was refused for its token, before its body was read.
fn was_left_unread(request: &LoggedRequest) -> bool {
    request.status == 401 && request.body.is_null()
}

/// The path of Discord's schema, cut down to what is used here.
fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "discord", "schema", "openapi.json"].iter().collect()
}

/// Discord's schema, and the validators compiled so far.
struct Spec {
    document: Value,
    /// By the text of their schema.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Spec {
    fn read() -> Spec {
        let path = path();
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{} holds the schema: {error}", path.display()));
        let mut document: Value = serde_json::from_str(&text).unwrap();
        correct(&mut document["components"]["schemas"]);
        for schema in values_of(&mut document["components"]["schemas"]) {
            close(schema);
        }
        for methods in values_of(&mut document["paths"]) {
            for operation in values_of(methods) {
                let body = "/requestBody/content/application~1json/schema";
                if let Some(schema) = operation.pointer_mut(body) {
                    close(schema);
                }
            }
        }
        Spec { document, validators: Mutex::default() }
    }

    /// The faults of a request, also against limits that the schema does not have.
    fn all_faults(&self, request: &LoggedRequest) -> Vec<String> {
        let mut faults = self.faults(request);
        let named = |fault| format!("{} {}: {fault}", request.method, request.template);
        faults.extend(limits::faults(request).into_iter().map(named));
        faults
    }

    /// The faults of a request by the schema.
    fn faults(&self, request: &LoggedRequest) -> Vec<String> {
        let named = format!("{} {}", request.method, request.template);
        let methods = &self.document["paths"][&request.template];
        let operation = &methods[request.method.to_lowercase()];
        if !operation.is_object() {
            return vec![format!("{named}: there is no such operation")];
        }
        let parameters: Vec<&Value> = [&methods["parameters"], &operation["parameters"]]
            .into_iter()
            .filter_map(Value::as_array)
            .flatten()
            .collect();
        let mut faults = self.faults_of_path(request, &parameters);
        faults.extend(self.faults_of_query(request, &parameters));
        faults.extend(self.faults_of_body(request, &operation["requestBody"]));
        faults.into_iter().map(|fault| format!("{named}: {fault}")).collect()
    }

    fn faults_of_path(&self, request: &LoggedRequest, parameters: &[&Value]) -> Vec<String> {
        let steps = request.template.split('/').zip(request.path.split('/'));
        let named = steps.filter_map(|(name, value)| {
            let name = name.strip_prefix('{')?.strip_suffix('}')?;
            Some((name, value))
        });
        named.flat_map(|(name, value)| self.faults_of(parameters, "path", name, value)).collect()
    }

    fn faults_of_query(&self, request: &LoggedRequest, parameters: &[&Value]) -> Vec<String> {
        let pairs = request.query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        pairs.flat_map(|(name, value)| self.faults_of(parameters, "query", name, value)).collect()
    }

    /// The faults of a parameter, whose value is text in the path or query.
    fn faults_of(&self, all: &[&Value], location: &str, name: &str, value: &str) -> Vec<String> {
        let known = all.iter().find(|it| it["in"] == location && it["name"] == name);
        let Some(known) = known else { return vec![format!("there is no {location} {name}")] };
        let schema = &known["schema"];
        let value = match schema["type"].as_str() {
            Some("integer" | "number" | "boolean") => serde_json::from_str(value).ok(),
            _ => None,
        }
        .unwrap_or_else(|| json!(value));
        let faults = self.faults_by(schema, &value);
        faults.into_iter().map(|fault| format!("{location} {name}: {fault}")).collect()
    }

    fn faults_of_body(&self, request: &LoggedRequest, expected: &Value) -> Vec<String> {
        let content = &expected["content"];
        if expected.is_null() {
            let is_bare = request.body.is_null() && request.files.is_empty();
            return if is_bare { Vec::new() } else { vec!["it takes no body".to_owned()] };
        }
        if !request.files.is_empty() && content["multipart/form-data"].is_null() {
            return vec!["it takes no files".to_owned()];
        }
        match self.intended(&content["application/json"]["schema"], &request.body) {
            Some(schema) => self.faults_by(schema, &request.body),
            None => vec![format!("there is no type {}", request.body["type"])],
        }
    }

    /// The schema of a body. Of several schemas it is the one with the body's `type`; if they do not
    /// differ by `type`, one that fits, else the first: this gives clearer messages.
    fn intended<'s>(&'s self, schema: &'s Value, body: &Value) -> Option<&'s Value> {
        let Some(all) = schema["anyOf"].as_array() else { return Some(schema) };
        let types = |it: &Value| {
            let name = it["$ref"].as_str().unwrap_or_default().rsplit('/').next();
            let named = &self.document["components"]["schemas"][name.unwrap_or_default()];
            named["properties"]["type"]["enum"].as_array().cloned()
        };
        match types(all.first()?) {
            None => {
                let fits = |it: &&Value| self.faults_by(it, body).is_empty();
                all.iter().find(fits).or(all.first())
            }
            Some(_) => all.iter().find(|it| types(it).unwrap_or_default().contains(&body["type"])),
        }
    }

    fn faults_by(&self, schema: &Value, value: &Value) -> Vec<String> {
        self.validator(schema).iter_errors(value).map(|error| fault_text(&error)).collect()
    }

    /// The compiled validator of a schema, in which references lead to the components of the
    /// document.
    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let made = validators.entry(schema.to_string()).or_insert_with(|| {
            let mut root = schema.clone();
            root["components"] = self.document["components"].clone();
            let options = jsonschema::options().with_draft(Draft::Draft202012);
            Arc::new(options.build(&root).expect("Discord's schema is valid"))
        });
        Arc::clone(made)
    }
}

/// Corrects the schema where it differs from Discord's documentation.
fn correct(schemas: &mut Value) {
    // Ids may be numbers as well: serenity counts attachments from 0.
    schemas["SnowflakeType"] = json!({
        "anyOf": [
            { "type": "string", "pattern": "^(0|[1-9][0-9]*)$" },
            { "type": "integer", "minimum": 0 },
        ],
    });
    for name in ["ApplicationCommandCreateRequest", "ApplicationCommandUpdateRequest"] {
        let properties = &mut schemas[name]["properties"];
        // A set of permissions is text everywhere else.
        properties["default_member_permissions"] =
            json!({ "anyOf": [{ "type": ["integer", "null"] }, { "pattern": "^[0-9]+$" }] });
    }
    // Twice that length is for paying users.
    for name in ["MessageCreateRequest", "MessageEditRequestPartial"] {
        schemas[name]["properties"]["content"]["maxLength"] = json!(2_000);
    }
}

/// Closes a schema and its inner schemas against unknown keys. The parts of an `allOf` stay open,
/// as each knows only its own keys; no request contains one.
fn close(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    if object.contains_key("properties") {
        object.entry("additionalProperties").or_insert(json!(false));
    }
    for (key, inner) in object {
        match key.as_str() {
            "items" | "additionalProperties" => close(inner),
            "properties" | "anyOf" | "oneOf" => {
                for each in values_of(inner) {
                    close(each);
                }
            }
            _ => {}
        }
    }
}

/// The values of an object or an array.
fn values_of(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(object) => object.values_mut().collect(),
        Value::Array(list) => list.iter_mut().collect(),
        _ => Vec::new(),
    }
}

/// A fault and its place. Of several alternatives only the intended one is reported.
fn fault_text(error: &ValidationError<'_>) -> String {
    let location = error.instance_path().as_str();
    if let ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } =
        error.kind()
    {
        let type_of_it = format!("{location}/type");
        let is_intended = |way: &&Vec<ValidationError<'_>>| {
            way.iter().all(|error| {
                let at = error.instance_path().as_str();
                let is_other_type = matches!(error.kind(), ValidationErrorKind::Type { .. });
                at != type_of_it && !(at == location && is_other_type)
            })
        };
        if let Some(intended) = context.iter().find(is_intended).filter(|way| !way.is_empty()) {
            return intended.iter().map(fault_text).collect::<Vec<_>>().join("; ");
        }
    }
    let what: String = error.to_string().chars().take(FAULT_LENGTH).collect();
    format!("{what} at {location:?}")
}

mod tests {
    use jiff::Timestamp;
    use std::time::Duration;

    use super::*;

    /// A request without files.
    fn request(method: &str, template: &str, body: Value) -> LoggedRequest {
        let path = template
            .replace("{interaction_token}", "abc")
            .replace("{webhook_token}", "abc")
            .split('/')
            .map(|step| if step.starts_with('{') { "12" } else { step })
            .collect::<Vec<_>>()
            .join("/");
        LoggedRequest {
            number: 0,
            at: Timestamp::UNIX_EPOCH,
            method: method.to_owned(),
            path,
            template: template.to_owned(),
            query: String::new(),
            body,
            files: Vec::new(),
            status: 200,
            refusal: Value::Null,
            took: Duration::ZERO,
        }
    }

    const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";
    const MESSAGES: &str = "/channels/{channel_id}/messages";
    const COMMANDS: &str = "/applications/{application_id}/commands";

    fn answer() -> LoggedRequest {
        let body = json!({ "type": 4, "data": {
            "content": "<@12>, your turn.",
            "allowed_mentions": { "parse": [], "users": ["12"], "roles": [] },
            "attachments": [{ "id": 0, "filename": "a.png", "description": "Othello" }],
            "components": [
                { "type": 1, "components": [{ "type": 3, "custom_id": "square:1:2", "options": [
                    { "label": "f5", "value": "f5", "default": false },
                ] }] },
                { "type": 1, "components": [
                    { "type": 2, "style": 4, "custom_id": "resign:1", "label": "Resign" },
                ] },
            ],
        } });
        LoggedRequest { query: "with_response=true".to_owned(), ..request("POST", CALLBACK, body) }
    }

    #[test]
    fn valid_requests_have_no_fault() {
        let none: [String; 0] = [];
        assert_eq!(SPEC.faults(&answer()), none);
        assert_eq!(SPEC.faults(&request("POST", CALLBACK, json!({ "type": 5, "data": {} }))), none);
        let get =
            LoggedRequest { query: "limit=50".to_owned(), ..request("GET", MESSAGES, Value::Null) };
        assert_eq!(SPEC.faults(&get), none);
        let commands = json!([{ "name": "help", "description": "Helps" }]);
        assert_eq!(SPEC.faults(&request("PUT", COMMANDS, commands)), none);
    }

    /// A change that makes a body wrong, and the fault that it has to cause.
    type InvalidBody = (fn(&mut Value), &'static str);

    const INVALID: [InvalidBody; 12] = [
        (|body| body["data"]["contnet"] = json!("x"), "'contnet' was unexpected"),
        (|body| body["more"] = json!(1), "'more' was unexpected"),
        (|body| body["type"] = json!(44), "there is no type 44"),
        (|body| body["data"]["content"] = json!("x".repeat(2_001)), "\"/data/content\""),
        (|body| body["data"]["content"] = json!(5), "\"/data/content\""),
        (
            |body| body["data"]["components"][1]["components"][0]["labell"] = json!("x"),
            "'labell' was unexpected",
        ),
        (
            |body| {
                body["data"]["components"][1]["components"][0]["label"] = json!("x".repeat(81));
            },
            "\"/data/components/1/components/0/label\"",
        ),
        (
            |body| {
                let option = json!({ "label": "a", "value": "a" });
                body["data"]["components"][0]["components"][0]["options"] = json!(vec![option; 26]);
            },
            "\"/data/components/0/components/0/options\"",
        ),
        (
            |body| {
                body["data"]["components"][0]["components"][0]["options"][0]["defualt"] =
                    json!(true);
            },
            "'defualt' was unexpected",
        ),
        (
            |body| body["data"]["attachments"][0]["description"] = json!("x".repeat(1_025)),
            "\"/data/attachments/0/description\"",
        ),
        (|body| body["data"]["attachments"][0]["alt"] = json!("x"), "'alt' was unexpected"),
        (|body| body["data"]["allowed_mentions"]["user"] = json!(["12"]), "'user' was unexpected"),
    ];

    #[test]
    fn each_fault_of_a_response_is_located() {
        for (invalidate, expected) in INVALID {
            let mut wrong = answer();
            invalidate(&mut wrong.body);
            let faults = SPEC.faults(&wrong);
            assert_eq!(faults.len(), 1, "{expected}: {faults:#?}");
            assert!(faults[0].contains(expected), "{expected}: {faults:#?}");
        }
    }

    #[test]
    fn a_body_fits_one_of_several_schemas() {
        for body in [json!({ "archived": false }), json!({ "nsfw": true })] {
            let faults = SPEC.faults(&request("PATCH", "/channels/{channel_id}", body));
            assert!(faults.is_empty(), "{faults:#?}");
        }
    }

    #[test]
    fn each_fault_of_a_path_or_query_is_located() {
        let with = |query: &str| LoggedRequest { query: query.to_owned(), ..answer() };
        let wrong = [
            (with("with_respnse=true"), "there is no query with_respnse"),
            (with("with_response=perhaps"), "query with_response"),
            (with("with_response=true&wait=true"), "there is no query wait"),
            (LoggedRequest { path: "/interactions/x/y/callback".to_owned(), ..answer() }, "path"),
            (request("POST", "/nowhere", Value::Null), "there is no such operation"),
            (request("DELETE", MESSAGES, Value::Null), "there is no such operation"),
            (request("GET", MESSAGES, json!({})), "it takes no body"),
            (
                request("PATCH", "/channels/{channel_id}", json!({ "archive": false })),
                "'archive' was",
            ),
            (request("POST", MESSAGES, Value::Null), "null"),
            (request("POST", MESSAGES, json!({ "content": "x".repeat(2_001) })), "\"/content\""),
            (
                request("PUT", COMMANDS, json!([{ "name": "a", "description": "x".repeat(101) }])),
                "\"/0/description\"",
            ),
            (
                request("PUT", COMMANDS, json!([{ "name": "a", "descripton": "x" }])),
                "'descripton' was unexpected",
            ),
            (
                request(
                    "POST",
                    CALLBACK,
                    json!({ "type": 8, "data": {
                    "choices": vec![json!({ "name": "a", "value": "a" }); 26],
                } }),
                ),
                "/data",
            ),
        ];
        for (request, expected) in wrong {
            let faults = SPEC.faults(&request);
            assert!(faults.iter().any(|it| it.contains(expected)), "{expected}: {faults:#?}");
        }
    }
}
