//! Plain requests, as any library sends them.

use kradan_emulator::{Emulator, Interaction, Options};
use reqwest::Method;
use serde_json::{Value, json};

/// An emulator, and a client with the bot's token.
pub(crate) struct Api {
    pub(crate) emulator: Emulator,
    client: reqwest::Client,
}

impl Api {
    /// Registers one command, `/ask`, which can be used everywhere.
    pub(crate) async fn start() -> Api {
        Api::start_with(Options::default()).await
    }

    pub(crate) async fn start_with(options: Options) -> Api {
        let emulator = Emulator::start(options).await.unwrap();
        let api = Api::of(emulator);
        let ask = json!([{
            "name": "ask", "description": "Asks", "contexts": [0, 1, 2],
            "integration_types": [0, 1],
            "options": [{"type": 3, "name": "what", "description": "W", "autocomplete": true}],
        }]);
        let (status, _) = api.put(&api.commands(), ask).await;
        assert_eq!(status, 200);
        api
    }

    /// Without commands.
    pub(crate) fn of(emulator: Emulator) -> Api {
        Api { emulator, client: reqwest::Client::new() }
    }

    pub(crate) fn commands(&self) -> String {
        format!("/applications/{}/commands", self.emulator.application())
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.emulator.url());
        let mut request = self.client.request(method, url);
        request = request.header("Authorization", format!("Bot {}", self.emulator.token()));
        if !body.is_null() {
            request = request.header("Content-Type", "application/json").body(body.to_string());
        }
        read(request).await
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.send(Method::GET, path, Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PUT, path, body).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PATCH, path, body).await
    }

    pub(crate) async fn delete(&self, path: &str) -> (u16, Value) {
        self.send(Method::DELETE, path, Value::Null).await
    }

    /// Without a token.
    pub(crate) async fn get_unnamed(&self, path: &str) -> (u16, Value) {
        read(self.client.get(format!("{}{path}", self.emulator.url()))).await
    }

    /// Uploads files, given by name and content.
    pub(crate) async fn upload(
        &self,
        method: Method,
        path: &str,
        body: Value,
        files: &[(&str, &'static [u8])],
    ) -> (u16, Value) {
        const BOUNDARY: &str = "a-boundary-that-is-nowhere-else";
        let mut form = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{body}\r\n"
        )
        .into_bytes();
        for (number, (name, bytes)) in files.iter().enumerate() {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files[{number}]\"; \
                 filename=\"{name}\"\r\nContent-Type: image/png\r\n\r\n"
            );
            form.extend(head.bytes().chain(bytes.iter().copied()).chain(*b"\r\n"));
        }
        form.extend(format!("--{BOUNDARY}--\r\n").bytes());
        let request = self
            .client
            .request(method, format!("{}/api/v10{path}", self.emulator.url()))
            .header("Authorization", format!("Bot {}", self.emulator.token()))
            .header("Content-Type", format!("multipart/form-data; boundary={BOUNDARY}"))
            .body(form);
        read(request).await
    }

    /// Sends the initial response to an interaction.
    pub(crate) async fn callback(&self, interaction: &Interaction, body: Value) -> (u16, Value) {
        let path = format!("/interactions/{}/{}/callback", interaction.id(), interaction.token());
        self.post(&path, body).await
    }

    /// The path of an interaction's follow-ups.
    pub(crate) fn webhook(&self, interaction: &Interaction) -> String {
        format!("/webhooks/{}/{}", self.emulator.application(), interaction.token())
    }
}

async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// The status and Discord's code of an error.
pub(crate) fn code((status, body): &(u16, Value)) -> (u16, u64) {
    (*status, body["code"].as_u64().unwrap_or(u64::MAX))
}

/// The path of the first error of a form, joined with dots, and its code.
pub(crate) fn first_field_error(body: &Value) -> String {
    fn walk(at: &Value, path: &mut Vec<String>) -> Option<String> {
        let object = at.as_object()?;
        if let Some(errors) = object.get("_errors") {
            return Some(format!("{} {}", path.join("."), errors[0]["code"].as_str()?));
        }
        object.iter().find_map(|(key, inner)| {
            path.push(key.clone());
            let found = walk(inner, path);
            path.pop();
            found
        })
    }
    walk(&body["errors"], &mut Vec::new()).unwrap_or_else(|| body.to_string())
}
